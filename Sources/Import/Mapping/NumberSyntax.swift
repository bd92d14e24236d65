import Bytes

struct NumberSyntax: Sendable {
    /// Before the fraction.
    var decimal: [UInt8] = [UInt8(ascii: ".")]
    /// Between groups of three digits; `nil` for none.
    var grouping: [UInt8]?
    /// Texts before or after the number: currency signs, units.
    var affixes: [[UInt8]] = []

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
        // Digits since the last separator.
        var digits = 0
        var isGrouped = false
        var isFraction = false
        while let byte = rest.first {
            if byte.isDigit {
                number.append(byte)
                digits += 1
                rest.removeFirst()
            } else if !isFraction, rest.starts(with: decimal) {
                guard !isGrouped || digits == 3 else { return nil }
                isFraction = true
                number.append(UInt8(ascii: "."))
                rest.removeFirst(decimal.count)
            } else if !isFraction, let grouping, rest.starts(with: grouping) {
                guard isGrouped ? digits == 3 : (1...3).contains(digits) else { return nil }
                isGrouped = true
                digits = 0
                rest.removeFirst(grouping.count)
            } else {
                break
            }
        }
        guard isFraction || !isGrouped || digits == 3,
            rest.isEmpty || rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E")
        else { return nil }
        number += rest
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
