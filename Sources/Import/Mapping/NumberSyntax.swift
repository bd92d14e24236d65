import Bytes

struct NumberSyntax: Sendable {
    /// Before the fraction.
    var decimal = UInt8(ascii: ".")
    /// Between groups of three digits; `nil` for none.
    var grouping: FieldBytes?
    /// Texts before or after the number: currency signs, units.
    var affixes: [FieldBytes] = []

    /// Reads ASCII digits with an optional sign and exponent; `nil` for other texts. Infinite if the number is too
    /// large.
    func number(_ text: FieldBytes) -> Double? {
        var rest = strippingAffixes(from: text)
        // The number in Swift's syntax.
        var number: [UInt8] = []
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            number.append(sign)
            rest.removeFirst()
        }
        rest = strippingAffixes(from: rest)
        let exponent = rest.firstIndex { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") } ?? rest.endIndex
        let point = rest[..<exponent].firstIndex(of: decimal) ?? exponent
        var whole = rest[..<point]
        if let grouping, case let groups = whole.split(on: grouping), groups.count > 1 {
            guard 1...3 ~= groups[0].count, groups.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
            whole = FieldBytes(groups.joined())
        }
        let fraction = rest[point..<exponent].dropFirst()
        guard whole.allSatisfy(\.isDigit), fraction.allSatisfy(\.isDigit) else { return nil }
        number += whole
        if point < exponent { number.append(UInt8(ascii: ".")) }
        number += fraction + rest[exponent...]
        return Double(String(decoding: number, as: UTF8.self))
    }

    private func strippingAffixes(from text: FieldBytes) -> FieldBytes {
        var text = text
        if let affix = affixes.first(where: { text.starts(with: $0) }) {
            text = text.dropFirst(affix.count).trimmingWhiteSpace()
        }
        if let affix = affixes.first(where: { text.suffix($0.count).elementsEqual($0) }) {
            text = text.dropLast(affix.count).trimmingWhiteSpace()
        }
        return text
    }
}
