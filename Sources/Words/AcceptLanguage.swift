/// What `Accept-Language` says (RFC 9110 section 12.5.4): the languages that are welcome, the most welcome first.
public struct AcceptLanguage: Sendable {
    /// One of them.
    enum Preference: Hashable, Sendable {
        /// A language; what is no well-formed tag is none that anybody speaks.
        case tag(LanguageTag)
        /// `*`: whichever there is.
        case any
    }

    let preferences: [Preference]

    /// How many languages of a field are looked at.
    public static let maximumCount = 32

    /// Reads the field's value; of a malformed one nothing is believed. Those refused with `q=0` are left out.
    public init(_ field: String) {
        var weighted: [(preference: Preference, weight: Int)] = []
        for element in field.split(separator: ",", maxSplits: Self.maximumCount).prefix(Self.maximumCount) {
            let element = element.trimmed
            if element.isEmpty { continue }
            guard let (range, weight) = Self.read(element) else {
                preferences = []
                return
            }
            guard weight > 0 else { continue }
            if range == "*" {
                weighted.append((.any, weight))
            } else if let tag = LanguageTag(range) {
                weighted.append((.tag(tag), weight))
            }
        }
        // Of equal weights the first one counts; the sort is stable.
        preferences = weighted.sorted { $0.weight > $1.weight }.map(\.preference)
    }

    /// `language-range [ weight ]`, the weight in thousandths.
    private static func read(_ element: Substring) -> (range: Substring, weight: Int)? {
        let parts = element.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        let range = parts[0].trimmed
        guard isRange(range) else { return nil }
        guard parts.count == 2 else { return (range, 1000) }
        return weight(parts[1].trimmed).map { (range, $0) }
    }

    /// A basic language range (RFC 4647 section 2.1).
    private static func isRange(_ text: Substring) -> Bool {
        if text == "*" { return true }
        let subtags = text.split(separator: "-", omittingEmptySubsequences: false)
        return subtags.enumerated().allSatisfy { index, subtag in
            1...8 ~= subtag.utf8.count
                && subtag.utf8.allSatisfy { byte in
                    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                        || index > 0 && UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                }
        }
    }

    /// `"q=" qvalue`: 0 to 1 with at most three decimals (RFC 9110 section 12.4.2).
    private static func weight(_ text: Substring) -> Int? {
        let bytes = Array(text.utf8)
        guard 3...7 ~= bytes.count, bytes[0] | 0x20 == UInt8(ascii: "q"), bytes[1] == UInt8(ascii: "="),
            bytes.count == 3 || bytes[3] == UInt8(ascii: ".")
        else { return nil }
        let digits = [bytes[2]] + bytes.dropFirst(4)
        guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        let weight = (0..<4).reduce(0) { $0 * 10 + ($1 < digits.count ? Int(digits[$1] - UInt8(ascii: "0")) : 0) }
        return weight <= 1000 ? weight : nil
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
