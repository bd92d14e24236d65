import Bytes
import Foundation
import Synchronization

/// The languages of an `Accept-Language` field, most preferred first (RFC 9110 section 12.5.4).
public struct AcceptLanguage: Sendable {
    /// A language; `nil` for `*`, which matches any.
    typealias Preference = LanguageTag?

    let preferences: [Preference]

    /// Further languages of a field are ignored.
    public static let maximumCount = 32

    /// A malformed value has no preferences; languages with `q=0` are left out.
    public init(_ field: String) {
        var weighted: [(preference: Preference, weight: Int)] = []
        for element in field.split(separator: ",", maxSplits: Self.maximumCount).prefix(Self.maximumCount) {
            let element = element.trimmed
            if element.isEmpty { continue }
            guard let preference = Self.parse(element) else {
                preferences = []
                return
            }
            if preference.weight > 0 { weighted.append(preference) }
        }
        // Of equal weights the first one wins: the sort is stable.
        preferences = weighted.sorted { $0.weight > $1.weight }.map(\.preference)
    }

    /// Parses `language-range [ weight ]`; weights are in thousandths.
    private static func parse(_ element: String) -> (preference: Preference, weight: Int)? {
        let parts = element.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        let range = parts[0].trimmed
        let tag = range.contains("_") ? nil : LanguageTag(range)
        guard tag != nil || range == "*" else { return nil }
        guard parts.count == 2 else { return (tag, 1_000) }
        let parameter = parts[1].trimmed
        guard let weight = parameter.utf8.span.qualityValue else { return nil }
        return (tag, weight)
    }
}

extension StringProtocol {
    /// Without spaces and tabs around it (RFC 9110 section 5.6.3).
    fileprivate var trimmed: String { trimmingCharacters(in: CharacterSet(charactersIn: " \t")) }
}

/// Caches localizers: clients send the same few values, and parsing one takes longer than the rest of a cached request.
public final class AcceptLanguageCache: Sendable {
    private let languages: SupportedLanguages
    /// By field value; `nil` for a value without a supported language.
    private let cached = Mutex(LRUCache<String, Localizer?>(capacity: capacity))

    static let capacity = 256
    /// In bytes. Longer values are not cached.
    static let maximumFieldLength = 256

    public init(_ languages: SupportedLanguages) {
        self.languages = languages
    }

    /// `nil` if the value names no supported language.
    public func localizer(for field: String) -> Localizer? {
        guard field.utf8.count <= Self.maximumFieldLength else {
            return languages.localizer(for: AcceptLanguage(field))
        }
        if let localizer = cached.withLock({ $0.value(for: field) }) { return localizer }
        let localizer = languages.localizer(for: AcceptLanguage(field))
        cached.withLock { $0.insert(localizer, for: field) }
        return localizer
    }

    var count: Int { cached.withLock(\.count) }
}
