/// What `Accept-Language` says (RFC 9110 section 12.5.4): the languages that are welcome, the most welcome first.
public struct AcceptLanguage: Sendable {
    /// One of them; `nil` is `*`, which matches any.
    typealias Preference = LanguageTag?

    let preferences: [Preference]

    /// How many languages of a field are looked at.
    public static let maximumCount = 32

    /// Reads the field's value; of a malformed one nothing is believed. Those refused with `q=0` are left out.
    public init(_ field: String) {
        var weighted: [(preference: Preference, weight: Double)] = []
        for element in field.split(separator: ",", maxSplits: Self.maximumCount).prefix(Self.maximumCount) {
            let element = element.trimmed
            if element.isEmpty { continue }
            guard let preference = Self.read(element) else {
                preferences = []
                return
            }
            if preference.weight > 0 { weighted.append(preference) }
        }
        // Of equal weights the first one counts; the sort is stable.
        preferences = weighted.sorted { $0.weight > $1.weight }.map(\.preference)
    }

    /// `language-range [ weight ]`
    private static func read(_ element: Substring) -> (preference: Preference, weight: Double)? {
        let parts = element.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        let range = parts[0].trimmed
        let tag = range.contains("_") ? nil : LanguageTag(range)
        guard tag != nil || range == "*", let weight = parts.count == 2 ? weight(parts[1].trimmed) : 1 else {
            return nil
        }
        return (tag, weight)
    }

    /// `"q=" qvalue`: 0 to 1 with at most three decimals (RFC 9110 section 12.4.2).
    private static func weight(_ text: Substring) -> Double? {
        let value = text.utf8.dropFirst(2)
        guard text.prefix(2).lowercased() == "q=", value.count <= 5, value.dropFirst().first ?? 0x2e == 0x2e,
            value.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == 0x2e }),
            let weight = Double(Substring(value)), 0...1 ~= weight
        else { return nil }
        return weight
    }
}

extension Substring {
    /// Without the blanks around it (RFC 9110 section 5.6.3).
    fileprivate var trimmed: Substring {
        func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
        let start = drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return start.prefix(0) }
        return start[...last]
    }
}
