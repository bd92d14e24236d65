import Foundation
import JSON
import Synchronization

/// The languages that a home can be had in, and which of them a request gets.
public final class SupportedLanguages: Sendable {
    /// What is spoken to whoever asks for nothing else.
    public let standard: Localizer
    /// By the languages' tags.
    private let phrasebooks: [String: StringTable]
    /// The locales that were asked for so far: each language, alone and with each region that there is, at most.
    private let localizers: Mutex<[String: Localizer]>

    /// The most languages of a config.
    public static let maximumCount = 50

    private static let regions = Set(Locale.Region.isoRegions.map(\.identifier))

    private init?(_ all: [StringTable], standard tag: LanguageTag) {
        phrasebooks = Dictionary(all.map { ($0.tag.description, $0) }) { first, _ in first }
        guard let (book, locale) = Self.locale(for: tag, among: phrasebooks) else { return nil }
        standard = Localizer(book, locale: locale)
        localizers = Mutex([locale.description: standard])
    }

    /// English, which is there without any file.
    public static let english: SupportedLanguages = {
        let read = try? CheckedValue.read(JSONValue(parsing: PackageResources.en_json)) { value in
            phrasebook("en", reading: value, isComplete: true).flatMap { SupportedLanguages([$0], standard: $0.tag) }
        }
        guard let read else { preconditionFailure("the words that the program is built with are checked by its tests") }
        return read
    }()

    /// Reads `{"default": "en", "files": {"en": "localization/en.json", "de": "localization/de.json"}}`.
    /// - Parameter file: reads the file that a value names; `nil` where it cannot, which it then has reported.
    public convenience init?(reading value: CheckedValue, file: (CheckedValue) -> [UInt8]?) {
        let read = value.object { object -> ([StringTable], LanguageTag)? in
            let books = object.required("files").flatMap { Self.phrasebooks(reading: $0, file: file) }
            guard let standard = object.required("default") else { return nil }
            guard case .string(let text) = standard.json, let tag = LanguageTag(text) else {
                return standard.mismatch(LanguageTag.expectation)
            }
            // Where a file is wrong, nobody knows what would be there.
            guard let books else { return nil }
            guard Self.locale(for: tag, among: books) != nil else {
                standard.report("there are no words in \(tag)")
                return nil
            }
            return (Array(books.values), tag)
        }
        guard let (books, standard) = read else { return nil }
        self.init(books, standard: standard)
    }

    /// Reads `{"en": "localization/en.json", …}`; `nil` where one of the files is wrong.
    private static func phrasebooks(
        reading value: CheckedValue,
        file: (CheckedValue) -> [UInt8]?
    ) -> [String: StringTable]? {
        guard case .object(let members) = value.json, 1...maximumCount ~= members.count else {
            return value.mismatch("1 to \(maximumCount) languages")
        }
        let books = value.dictionary { tag, name in file(name).flatMap { phrasebook(tag, in: $0, of: name) } }
        return books?.count == members.count ? books : nil
    }

    private static func phrasebook(_ tag: String, in bytes: [UInt8], of name: CheckedValue) -> StringTable? {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes)
        } catch {
            name.report("is not JSON: \(error.reason)")
            return nil
        }
        return phrasebook(tag, reading: name.replaced(by: json))
    }

    /// - Parameter isComplete: whether no phrase may be missing.
    private static func phrasebook(_ name: String, reading value: CheckedValue, isComplete: Bool = false)
        -> StringTable?
    {
        guard let tag = LanguageTag(name), tag.description == name else {
            value.report("expected \(LanguageTag(name)?.description ?? LanguageTag.expectation) as the name")
            return nil
        }
        guard let rule = PluralRules.rule(of: tag) else {
            value.report(
                "CLDR has no plural rule for \(tag); "
                    + SpellingSuggestion.advice(for: name, among: PluralRules.languages)
            )
            return nil
        }
        let book = StringTable(tag, rule, reading: value, fallback: isComplete ? nil : english.phrasebooks["en"])
        if let missing = book?.missing, !missing.isEmpty {
            let others = missing.count > 5 ? " and \(missing.count - 5) more" : ""
            value.warn(
                "has no \(missing.prefix(5).joined(separator: ", "))\(others): that is shown in English, or in another form"
            )
        }
        return book
    }

    /// All languages, in the order of their tags.
    public var all: [LanguageTag] {
        phrasebooks.values.map(\.tag).sorted { $0.description < $1.description }
    }

    /// How the texts of a document are read that are to be in `language`, one of ``all``.
    public func texts(in language: LanguageTag) -> TextLanguages {
        TextLanguages(
            all: all.map(\.description),
            chosen: language.description,
            standard: standard.language.description,
            listSeparator: localizer(for: language)?.listSeparator ?? ", "
        )
    }

    /// What is spoken to whoever asks for `tag`; `nil` where it is no language that there is (RFC 4647 section 3.4, lookup).
    /// The region is kept where there is such a one, for forms and units.
    public func localizer(for tag: LanguageTag) -> Localizer? {
        if let localizer = localizers.withLock({ $0[tag.description] }) { return localizer }
        guard let (book, locale) = Self.locale(for: tag, among: phrasebooks) else { return nil }
        return localizers.withLock { localizers in
            if let localizer = localizers[locale.description] { return localizer }
            let localizer = Localizer(book, locale: locale)
            localizers[locale.description] = localizer
            return localizer
        }
    }

    /// What is spoken to whoever sends this field; `nil` where it names no language that there is.
    public func localizer(for field: AcceptLanguage) -> Localizer? {
        for preference in field.preferences {
            guard let preference else { return standard }
            if let localizer = localizer(for: preference) { return localizer }
        }
        return nil
    }

    private static func locale(
        for tag: LanguageTag,
        among phrasebooks: [String: StringTable]
    ) -> (StringTable, LanguageTag)? {
        guard let book = tag.fallbacks.lazy.compactMap({ phrasebooks[$0] }).first else { return nil }
        guard book.tag.region == nil, let region = tag.region, regions.contains(region) else { return (book, book.tag) }
        return (book, book.tag.adding(region: region) ?? book.tag)
    }
}
