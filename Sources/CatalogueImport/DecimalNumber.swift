/// A number as it is written: `mantissa × 10^exponent`, exactly where it has at most 18 digits that count.
struct DecimalNumber: Hashable, Sendable {
    var mantissa: Int64
    var exponent: Int
    /// Whether digits of the fraction were left out.
    var isRounded = false

    /// Reads a number written with ASCII digits, a sign before or an exponent behind them, as `format` says.
    ///
    /// `nil` where the text is anything else, or has more than 18 digits before the fraction.
    init?(_ text: ArraySlice<UInt8>, _ format: NumberFormat) {
        var rest = format.strippingAffixes(from: text)
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        rest = format.strippingAffixes(from: rest)
        mantissa = 0
        exponent = 0
        var digits = 0
        // Digits since the last grouping sign; `nil` before the first one.
        var group: Int?
        var isFraction = false
        scan: while let byte = rest.first {
            if let digit = byte.digit {
                let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
                if !overflow, product <= .max - 9 {
                    mantissa = product + Int64(digit)
                    if isFraction { exponent -= 1 }
                } else if isFraction {
                    isRounded = isRounded || digit != 0
                } else {
                    return nil
                }
                digits += 1
                if !isFraction, let count = group { group = count + 1 }
                rest.removeFirst()
            } else if !isFraction, rest.starts(with: format.decimal) {
                guard group ?? 3 == 3 else { return nil }
                isFraction = true
                rest.removeFirst(format.decimal.count)
            } else if !isFraction, let grouping = format.grouping, rest.starts(with: grouping) {
                guard digits > 0, group ?? 3 == 3, group != nil || digits <= 3 else { return nil }
                group = 0
                rest.removeFirst(grouping.count)
            } else {
                break scan
            }
        }
        guard digits > 0, isFraction || group ?? 3 == 3 else { return nil }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            let digits = rest.dropFirst()
            guard digits.count <= 5, let power = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
            exponent += power
            rest = []
        }
        guard rest.isEmpty else { return nil }
        if isNegative { mantissa = -mantissa }
    }

    /// The nearest `Double`; infinite where there is none.
    var double: Double {
        // Both are exact up to here, so that one division or multiplication rounds once.
        if mantissa.magnitude <= 1 << 53, abs(exponent) < Self.powers.count {
            let power = Self.powers[abs(exponent)]
            return exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
        }
        return Double("\(mantissa)e\(exponent)") ?? .infinity
    }

    /// The number times `10^digits` where that is whole and fits; else `nil`.
    func whole(shiftedBy digits: Int = 0) -> Int64? {
        guard !isRounded else { return nil }
        var value = mantissa
        var exponent = exponent + digits
        while exponent < 0, value != 0 {
            guard value % 10 == 0 else { return nil }
            value /= 10
            exponent += 1
        }
        while exponent > 0, value != 0 {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            value = product
            exponent -= 1
        }
        return value
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20,
        1e21, 1e22,
    ]
}

/// What a number looks like in a file.
struct NumberFormat: Hashable, Sendable {
    /// Before the fraction.
    var decimal: [UInt8] = [UInt8(ascii: ".")]
    /// Between groups of three digits; `nil` where there is none.
    var grouping: [UInt8]?
    /// What may stand before or behind the number: currency signs, units.
    var affixes: [[UInt8]] = []

    fileprivate func strippingAffixes(from text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        for affix in affixes where text.starts(with: affix) {
            text = text.dropFirst(affix.count).trimmingWhiteSpace()
            break
        }
        for affix in affixes where text.count >= affix.count && text.suffix(affix.count).elementsEqual(affix) {
            text = text.dropLast(affix.count).trimmingWhiteSpace()
            break
        }
        return text
    }
}

extension UInt8 {
    /// The value of an ASCII digit.
    var digit: Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) ? Int(self - UInt8(ascii: "0")) : nil
    }
}
