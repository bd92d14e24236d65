import Bytes
import Foundation

extension LanguageTag {
    /// Further languages of an `Accept-Language` field are ignored.
    static let maximumAccepted = 32

    /// The languages of an `Accept-Language` field, most preferred first (RFC 9110 section 12.5.4); `nil` for `*`, any
    /// language. A malformed field has none; languages with `q=0` are left out.
    static func accepted(in field: String) -> [LanguageTag?] {
        // RFC 9110 section 5.6.3.
        let blanks = CharacterSet(charactersIn: " \t")
        var weighted: [(tag: LanguageTag?, weight: Int)] = []
        for element in field.split(separator: ",", maxSplits: maximumAccepted).prefix(maximumAccepted) {
            let parts = element.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: blanks) }
            if parts == [""] { continue }
            let tag = parts[0].contains("_") ? nil : LanguageTag(parts[0])
            // In thousandths.
            guard tag != nil || parts[0] == "*", let weight = parts.count == 1 ? 1_000 : parts[1].utf8.span.qualityValue
            else { return [] }
            if weight > 0 { weighted.append((tag, weight)) }
        }
        // Of equal weights the first one wins: the sort is stable.
        return weighted.sorted { $0.weight > $1.weight }.map(\.tag)
    }
}
