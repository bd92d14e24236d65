import Bytes
import Foundation
import JSON
import Synchronization

/// The languages of a config, and the localizers for requests.
public final class SupportedLanguages: Sendable {
    /// For requests that ask for no supported language.
    public let defaultLocalizer: Localizer
    /// By language tag with its likely script.
    private let tables: [String: StringTable]
    /// The localizers made so far: at most each language alone and with each region.
    private let localizers: Mutex<[String: Localizer]>
    /// By `Accept-Language` field: clients send the same few values, and parsing one takes longer than the rest of a
    /// cached request.
    private let accepted = Mutex(LRUCache<String, Localizer?>(capacity: acceptedSize))

    /// The localizers of all languages, and of those with a region that were asked for so far.
    public var knownLocalizers: [Localizer] {
        for language in all { _ = localizer(for: language) }
        return localizers.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
    }

    public static let maximumCount = 50
    /// Of all fields, in bytes.
    static let acceptedSize = 64 * 1024

    private static let regions = Set(Locale.Region.isoRegions.map(\.identifier))

    private init?(_ tables: [String: StringTable], default tag: LanguageTag) {
        guard let (table, locale) = Self.locale(for: tag, among: tables) else { return nil }
        self.tables = tables
        defaultLocalizer = Localizer(table, locale: locale)
        localizers = Mutex([locale.description: defaultLocalizer])
    }

    /// English alone, which is built in.
    public static let english: SupportedLanguages = {
        let read = try? CheckedValue.read(JSONValue(parsing: PackageResources.en_json)) { value in
            table("en", reading: value, isComplete: true)
                .flatMap { SupportedLanguages([$0.tag.withLikelyScript: $0], default: $0.tag) }
        }
        guard let read else { preconditionFailure("the built-in strings are checked by tests") }
        return read
    }()

    /// Reads `{"default": "en", "files": {"en": "localization/en.json", "de": "localization/de.json"}}`.
    /// - Parameter file: reads the file that a value names, or reports why it cannot and returns `nil`.
    public convenience init?(reading value: CheckedValue, file: (CheckedValue) -> [UInt8]?) {
        let read = value.object { object -> ([String: StringTable], LanguageTag)? in
            let tables = object.required("files").flatMap { Self.tables(reading: $0, file: file) }
            // The default is checked only against files that are all valid.
            guard let value = object.required("default"),
                let tag = value.parsed({ LanguageTag($0) }, LanguageTag.expectation), let tables
            else { return nil }
            if Self.locale(for: tag, among: tables) == nil { value.report("no localization file for \(tag)") }
            return (tables, tag)
        }
        guard let (tables, tag) = read else { return nil }
        self.init(tables, default: tag)
    }

    private static func tables(
        reading value: CheckedValue,
        file: (CheckedValue) -> [UInt8]?
    ) -> [String: StringTable]? {
        guard case .object(let members) = value.json, 1...maximumCount ~= members.count else {
            return value.mismatch("1 to \(maximumCount) languages")
        }
        let read = value.dictionary { tag, name -> StringTable? in
            guard let bytes = file(name) else { return nil }
            do throws(JSONSyntaxError) {
                return table(tag, reading: name.replaced(by: try JSONValue(parsing: bytes)))
            } catch {
                name.report("is not JSON: \(error.reason)")
                return nil
            }
        }
        guard let read, read.count == members.count else { return nil }
        let tables = Dictionary(grouping: read.values, by: \.tag.withLikelyScript)
        if let (tag, _) = tables.first(where: { $1.count > 1 }) {
            value.report("several names are for the language \(tag)")
            return nil
        }
        return tables.compactMapValues(\.first)
    }

    /// - Parameter isComplete: whether missing strings are errors.
    private static func table(_ name: String, reading value: CheckedValue, isComplete: Bool = false) -> StringTable? {
        guard let tag = LanguageTag(name) else {
            value.report("expected \(LanguageTag.expectation) as the name")
            return nil
        }
        guard let rule = PluralRule.rule(of: tag) else {
            let advice = SpellingSuggestion.advice(for: name, among: PluralRule.languages)
            value.report("CLDR has no plural rule for \(tag); \(advice)")
            return nil
        }
        return StringTable(tag, rule, reading: value, fallback: isComplete ? nil : english.tables.values.first)
    }

    /// Sorted by tag.
    public var all: [LanguageTag] {
        tables.values.map(\.tag).sorted { $0.description < $1.description }
    }

    /// - Parameter language: One of ``all``.
    public func textLanguages(for language: LanguageTag) -> TextLanguages {
        TextLanguages(
            all: all.map(\.description),
            named: { [tables] in LanguageTag($0).flatMap { tables[$0.withLikelyScript]?.tag.description } },
            selected: language.description,
            fallback: defaultLocalizer.language.description,
            listSeparator: localizer(for: language)?.listSeparator ?? ", "
        )
    }

    /// `nil` if the language is not supported. A known region is kept, for its formats and units.
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

    /// The most preferred language of an `Accept-Language` field that is supported; `nil` if there is none.
    public func localizer(accepting field: String) -> Localizer? {
        if let known = accepted.withLock({ $0.value(for: field) }) { return known }
        let found = LanguageTag.accepted(in: field).lazy.compactMap { preference in
            preference.map { self.localizer(for: $0) } ?? self.defaultLocalizer
        }.first
        accepted.withLock { $0.insert(found, for: field, cost: field.utf8.count) }
        return found
    }

    var acceptedCount: Int { accepted.withLock(\.count) }

    private static func locale(
        for tag: LanguageTag,
        among tables: [String: StringTable]
    ) -> (StringTable, LanguageTag)? {
        guard let table = table(for: tag, among: tables) else { return nil }
        guard table.tag.region == nil, let region = tag.region, regions.contains(region) else {
            return (table, table.tag)
        }
        return (table, LanguageTag("\(table.tag)-\(region)") ?? table.tag)
    }

    /// The table of the language and script by lookup (RFC 4647 section 3.4), else of another region, if possible the
    /// likely one, else of the language in its usual script.
    private static func table(for tag: LanguageTag, among tables: [String: StringTable]) -> StringTable? {
        let full = tag.withLikelyScript
        if let table = LanguageTag.fallbacks(of: full).lazy.compactMap({ tables[$0] }).first { return table }
        let script = full.split(separator: "-").prefix(2).joined(separator: "-")
        let likely = SubtagTable.cldr.likely
        let region = (likely[script] ?? likely[String(tag.language)])?.split(separator: "-").last ?? ""
        let key = tables.keys.filter { $0.hasPrefix(script + "-") }.min {
            ($0 == "\(script)-\(region)" ? "" : $0) < ($1 == "\(script)-\(region)" ? "" : $1)
        }
        return key.flatMap { tables[$0] } ?? tables.values.first { $0.tag.description == tag.language }
    }
}
