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

    init(_ locale: Locale) {
        let all = (0...9).map { $0.formatted(.number.locale(locale)) }
        let one = all[1]
        func signs(in text: String) -> [[UInt8]] {
            text.split(separator: one, omittingEmptySubsequences: true).map { Array($0.utf8) }
        }
        // Long enough for groups of each kind.
        let long = 111_111_111_111.formatted(.number.locale(locale))
        let groups = long.split { String($0) != one }.map(\.count)
        let percent = 0.01.formatted(.percent.locale(locale))
            .split(separator: one, maxSplits: 1, omittingEmptySubsequences: false).map { Array($0.utf8) }
        digits = all.map { Array($0.utf8) }
        decimalSign = signs(in: 1.1.formatted(.number.locale(locale))).first ?? Array(".".utf8)
        groupSign = signs(in: long).first ?? []
        lastGroup = groups.count > 1 ? groups[groups.count - 1] : 0
        otherGroups = groups.count > 2 ? groups[groups.count - 2] : lastGroup
        minimumGroupedDigits = 1_111.formatted(.number.locale(locale)).count > 4 ? 4 : 5
        beforePercent = percent.first ?? []
        afterPercent = percent.count > 1 ? percent[1] : Array("%".utf8)
        isASCII = digits == (0...9).map { [0x30 + $0] } && decimalSign.count == 1
        // An integer has at most 19 digits, of which three are the fraction.
        let digit = digits.map(\.count).max() ?? 1
        maximumLength = 20 * digit + 16 * groupSign.count + decimalSign.count
        maximumPercentLength = maximumLength + beforePercent.count + afterPercent.count
    }

    /// Writes a number without trailing zeros: `1,234.5`; negative numbers as 0. Needs room for ``maximumLength``
    /// bytes.
    func write(thousandths: Int, to bytes: inout OutputSpan<UInt8>) {
        let (whole, fraction) = max(0, thousandths).quotientAndRemainder(dividingBy: 1_000)
        if isASCII && whole < 1_000 {
            return bytes.append(decimal: max(0, thousandths), places: 3, point: decimalSign[0])
        }
        write(whole: whole, to: &bytes)
        guard fraction > 0 else { return }
        bytes.append(copying: decimalSign)
        var rest = fraction
        var unit = 100
        while rest > 0 {
            bytes.append(copying: digits[rest / unit])
            rest %= unit
            unit /= 10
        }
    }

    /// Writes a number with so many decimals, 0…3, and without the others: `5.0`. Needs room for ``maximumLength``
    /// bytes.
    func write(thousandths: Int, decimals: Int, to bytes: inout OutputSpan<UInt8>) {
        let thousandths = max(0, thousandths)
        write(whole: thousandths / 1_000, to: &bytes)
        if decimals > 0 { bytes.append(copying: decimalSign) }
        var unit = 100
        for _ in 0..<decimals {
            bytes.append(copying: digits[thousandths / unit % 10])
            unit /= 10
        }
    }

    private func write(whole: Int, to bytes: inout OutputSpan<UInt8>) {
        var unit = 1
        var left = 1
        while whole / unit >= 10 {
            unit *= 10
            left += 1
        }
        let isGrouped = lastGroup > 0 && left >= minimumGroupedDigits
        while unit > 0 {
            bytes.append(copying: digits[whole / unit % 10])
            unit /= 10
            left -= 1
            if isGrouped, left >= lastGroup, (left - lastGroup) % otherGroups == 0 {
                bytes.append(copying: groupSign)
            }
        }
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
