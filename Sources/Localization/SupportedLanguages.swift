import Foundation
import JSON
import Synchronization

/// The languages that a home can be had in, and which of them a request gets.
public final class SupportedLanguages: Sendable {
    /// What is spoken to whoever asks for nothing else.
    public let defaultLocalizer: Localizer
    /// By the languages' tags.
    private let tables: [String: StringTable]
    /// The locales that were asked for so far: each language, alone and with each region that there is, at most.
    private let localizers: Mutex<[String: Localizer]>

    /// The most languages of a config.
    public static let maximumCount = 50

    private static let regions = Set(Locale.Region.isoRegions.map(\.identifier))

    private init?(_ all: [StringTable], default tag: LanguageTag) {
        tables = Dictionary(all.map { ($0.tag.description, $0) }) { first, _ in first }
        guard let (table, locale) = Self.locale(for: tag, among: tables) else { return nil }
        defaultLocalizer = Localizer(table, locale: locale)
        localizers = Mutex([locale.description: defaultLocalizer])
    }

    /// English, which is there without any file.
    public static let english: SupportedLanguages = {
        let read = try? CheckedValue.read(JSONValue(parsing: PackageResources.en_json)) { value in
            table("en", reading: value, isComplete: true).flatMap { SupportedLanguages([$0], default: $0.tag) }
        }
        guard let read else { preconditionFailure("the words that the program is built with are checked by its tests") }
        return read
    }()

    /// Reads `{"default": "en", "files": {"en": "localization/en.json", "de": "localization/de.json"}}`.
    /// - Parameter file: reads the file that a value names; `nil` where it cannot, which it then has reported.
    public convenience init?(reading value: CheckedValue, file: (CheckedValue) -> [UInt8]?) {
        let read = value.object { object -> ([StringTable], LanguageTag)? in
            let tables = object.required("files").flatMap { Self.tables(reading: $0, file: file) }
            guard let value = object.required("default") else { return nil }
            guard case .string(let text) = value.json, let tag = LanguageTag(text) else {
                return value.mismatch(LanguageTag.expectation)
            }
            // Where a file is wrong, nobody knows what would be there.
            guard let tables else { return nil }
            guard Self.locale(for: tag, among: tables) != nil else {
                value.report("no localization file for \(tag)")
                return nil
            }
            return (Array(tables.values), tag)
        }
        guard let (tables, tag) = read else { return nil }
        self.init(tables, default: tag)
    }

    /// Reads `{"en": "localization/en.json", …}`; `nil` where one of the files is wrong.
    private static func tables(
        reading value: CheckedValue,
        file: (CheckedValue) -> [UInt8]?
    ) -> [String: StringTable]? {
        guard case .object(let members) = value.json, 1...maximumCount ~= members.count else {
            return value.mismatch("1 to \(maximumCount) languages")
        }
        let tables = value.dictionary { tag, name in file(name).flatMap { table(tag, in: $0, of: name) } }
        return tables?.count == members.count ? tables : nil
    }

    private static func table(_ tag: String, in bytes: [UInt8], of name: CheckedValue) -> StringTable? {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes)
        } catch {
            name.report("is not JSON: \(error.reason)")
            return nil
        }
        return table(tag, reading: name.replaced(by: json))
    }

    /// - Parameter isComplete: whether no phrase may be missing.
    private static func table(_ name: String, reading value: CheckedValue, isComplete: Bool = false)
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
        let table = StringTable(tag, rule, reading: value, fallback: isComplete ? nil : english.tables["en"])
        if let missing = table?.missing, !missing.isEmpty {
            let others = missing.count > 5 ? " and \(missing.count - 5) more" : ""
            value.warn(
                "has no \(missing.prefix(5).joined(separator: ", "))\(others): that is shown in English, or in another form"
            )
        }
        return table
    }

    /// All languages, in the order of their tags.
    public var all: [LanguageTag] {
        tables.values.map(\.tag).sorted { $0.description < $1.description }
    }

    /// How the texts of a document are read that are to be in `language`, one of ``all``.
    public func textLanguages(for language: LanguageTag) -> TextLanguages {
        TextLanguages(
            all: all.map(\.description),
            selected: language.description,
            fallback: defaultLocalizer.language.description,
            listSeparator: localizer(for: language)?.listSeparator ?? ", "
        )
    }

    /// What is spoken to whoever asks for `tag`; `nil` where it is no language that there is (RFC 4647 section 3.4, lookup).
    /// The region is kept where there is such a one, for forms and units.
    public func localizer(for tag: LanguageTag) -> Localizer? {
        if let localizer = localizers.withLock({ $0[tag.description] }) { return localizer }
        guard let (table, locale) = Self.locale(for: tag, among: tables) else { return nil }
        return localizers.withLock { localizers in
            if let localizer = localizers[locale.description] { return localizer }
            let localizer = Localizer(table, locale: locale)
            localizers[locale.description] = localizer
            return localizer
        }
    }

    /// What is spoken to whoever sends this field; `nil` where it names no language that there is.
    public func localizer(for field: AcceptLanguage) -> Localizer? {
        for preference in field.preferences {
            guard let preference else { return defaultLocalizer }
            if let localizer = localizer(for: preference) { return localizer }
        }
        return nil
    }

    private static func locale(
        for tag: LanguageTag,
        among tables: [String: StringTable]
    ) -> (StringTable, LanguageTag)? {
        guard let table = tag.fallbacks.lazy.compactMap({ tables[$0] }).first else { return nil }
        guard table.tag.region == nil, let region = tag.region, regions.contains(region) else {
            return (table, table.tag)
        }
        return (table, table.tag.adding(region: region) ?? table.tag)
    }
}
