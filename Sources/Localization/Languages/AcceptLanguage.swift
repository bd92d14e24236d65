import Bytes
import Foundation

/// The languages of an `Accept-Language` field, most preferred first (RFC 9110 section 12.5.4).
struct AcceptLanguage {
    /// A language; `nil` for `*`, which matches any.
    typealias Preference = LanguageTag?

    let preferences: [Preference]

    /// Further languages of a field are ignored.
    static let maximumCount = 32

    /// A malformed value has no preferences; languages with `q=0` are left out.
    init(_ field: String) {
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
