import Bytes
import Foundation

/// The number format of one locale, taken from Foundation once, so that writing numbers does not call it.
final class NumberFormat: Sendable {
    private let digits: [[UInt8]]
    private let decimalSign, groupSign: [UInt8]
    /// The digits of the last group, and of each group before it; 0 without grouping.
    private let lastGroup, otherGroups: Int
    /// The fewest digits of a grouped number.
    private let minimumGroupedDigits: Int
    private let beforePercent, afterPercent: [UInt8]
    /// Whether the digits and the decimal sign are ASCII, as in nearly all locales.
    private let isASCII: Bool
    let maximumLength: Int
    let maximumPercentLength: Int

    /// - Parameter format: The text of a number with so many decimals.
    init(_ locale: Locale, _ format: (Decimal, Int) -> String) {
        let all = (0...9).map { format(Decimal($0), 0) }
        let one = all[1]
        func signs(in text: String) -> [[UInt8]] {
            text.split(separator: one, omittingEmptySubsequences: true).map { Array($0.utf8) }
        }
        // Long enough for groups of each kind.
        let long = format(111_111_111_111, 0)
        let groups = long.split { String($0) != one }.map(\.count)
        let percent = 0.01.formatted(.percent.locale(locale))
            .split(separator: one, maxSplits: 1, omittingEmptySubsequences: false).map { Array($0.utf8) }
        digits = all.map { Array($0.utf8) }
        decimalSign = signs(in: format(Decimal(11) / 10, 1)).first ?? Array(".".utf8)
        groupSign = signs(in: long).first ?? []
        lastGroup = groups.count > 1 ? groups[groups.count - 1] : 0
        otherGroups = groups.count > 2 ? groups[groups.count - 2] : lastGroup
        minimumGroupedDigits = format(1_111, 0).count > 4 ? 4 : 5
        beforePercent = percent.first ?? []
        afterPercent = percent.count > 1 ? percent[1] : Array("%".utf8)
        isASCII = digits == (0...9).map { [0x30 + $0] } && decimalSign.count == 1
        // An integer has at most 19 digits, of which three are the fraction.
        let digit = digits.map(\.count).max() ?? 1
        maximumLength = 20 * digit + 16 * groupSign.count + decimalSign.count
        maximumPercentLength = maximumLength + beforePercent.count + afterPercent.count
    }

    /// The format of numbers.
    convenience init(_ locale: Locale) {
        self.init(locale) { $0.formatted(.number.locale(locale).precision(.fractionLength($1))) }
    }

    /// Writes a number without trailing zeros: `1,234.5`; negative numbers as 0. Needs room for ``maximumLength``
    /// bytes.
    func write(thousandths: Int, to bytes: inout OutputSpan<UInt8>) {
        let whole = max(0, thousandths) / 1_000
        var fraction = max(0, thousandths) % 1_000
        if isASCII && whole < 1_000 {
            return bytes.append(decimal: max(0, thousandths), places: 3, point: decimalSign[0])
        }
        var decimals = 3
        while decimals > 0, fraction.isMultiple(of: 10) { (fraction, decimals) = (fraction / 10, decimals - 1) }
        write(whole: whole, fraction, decimals: decimals, to: &bytes)
    }

    /// Writes a number with so many decimals, 0…3, and without the others: `5.0`. Needs room for ``maximumLength``
    /// bytes.
    func write(thousandths: Int, decimals: Int, to bytes: inout OutputSpan<UInt8>) {
        let whole = max(0, thousandths) / 1_000
        var fraction = max(0, thousandths) % 1_000
        for _ in decimals..<3 { fraction /= 10 }
        write(whole: whole, fraction, decimals: decimals, to: &bytes)
    }

    /// Writes a number with so many decimals, which `fraction` consists of. Needs room for ``maximumLength`` bytes.
    func write(whole: Int, _ fraction: Int, decimals: Int, to bytes: inout OutputSpan<UInt8>) {
        write(whole: whole, to: &bytes)
        if decimals == 0 { return }
        bytes.append(copying: decimalSign)
        var unit = 1
        for _ in 1..<decimals { unit *= 10 }
        while unit > 0 {
            write(digit: fraction / unit % 10, to: &bytes)
            unit /= 10
        }
    }

    private func write(whole: Int, to bytes: inout OutputSpan<UInt8>) {
        if isASCII, whole < 1_000 { return bytes.append(decimal: whole) }
        if isASCII, lastGroup == 3, otherGroups == 3, whole >= 10_000 || minimumGroupedDigits == 4 {
            writeThousands(whole / 1_000, to: &bytes)
            return bytes.append(decimal: UInt(whole % 1_000), minimumDigits: 3)
        }
        var unit = 1
        var left = 1
        while whole / unit >= 10 {
            unit *= 10
            left += 1
        }
        let isGrouped = lastGroup > 0 && left >= minimumGroupedDigits
        while unit > 0 {
            write(digit: whole / unit % 10, to: &bytes)
            unit /= 10
            left -= 1
            if isGrouped, left >= lastGroup, (left - lastGroup) % otherGroups == 0 {
                bytes.append(copying: groupSign)
            }
        }
    }

    /// Writes the groups before the last one, and a sign behind each.
    private func writeThousands(_ number: Int, to bytes: inout OutputSpan<UInt8>) {
        if number >= 1_000 {
            writeThousands(number / 1_000, to: &bytes)
            bytes.append(decimal: UInt(number % 1_000), minimumDigits: 3)
        } else {
            bytes.append(decimal: number)
        }
        bytes.append(copying: groupSign)
    }

    @inline(__always)
    private func write(digit: Int, to bytes: inout OutputSpan<UInt8>) {
        if isASCII { bytes.append(0x30 | UInt8(digit)) } else { bytes.append(copying: digits[digit]) }
    }

    /// Writes thousandths of a percent: `4.5%`. Needs room for ``maximumPercentLength`` bytes.
    func write(percentage thousandths: Int, to bytes: inout OutputSpan<UInt8>) {
        bytes.append(copying: beforePercent)
        write(thousandths: thousandths, to: &bytes)
        bytes.append(copying: afterPercent)
    }

    func combine(into hasher: inout RevisionHasher) {
        for text in digits + [decimalSign, groupSign, beforePercent, afterPercent] { hasher.combine(bytes: text.span) }
        for size in [lastGroup, otherGroups, minimumGroupedDigits] { hasher.combine(size) }
    }
}
