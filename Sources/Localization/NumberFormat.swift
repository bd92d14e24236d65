import Bytes
import Foundation

/// How numbers are written in one locale: what Foundation knows of it, asked once and kept as bytes, so that numbers are
/// written without Foundation.
final class NumberFormat: Sendable {
    private let digits: [[UInt8]]
    private let decimalSign, groupSign: [UInt8]
    /// How many digits the last group has, and each one before it; 0 where numbers are not grouped.
    private let lastGroup, otherGroups: Int
    /// How many digits a number has at least that is grouped.
    private let leastGrouped: Int
    private let beforePercent, afterPercent: [UInt8]
    /// Whether the digits are those of ASCII and the decimal sign is one byte, as in nearly all locales.
    private let isPlain: Bool
    /// The most bytes of a number.
    let longest: Int
    /// The most bytes of a number with the sign for percent.
    let longestPercent: Int

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
        leastGrouped = 1_111.formatted(.number.locale(locale)).count > 4 ? 4 : 5
        beforePercent = percent.first ?? []
        afterPercent = percent.count > 1 ? percent[1] : Array("%".utf8)
        isPlain = digits == (0...9).map { [0x30 + $0] } && decimalSign.count == 1
        // An integer has 19 digits at most, and three of them are the fraction's.
        let digit = digits.map(\.count).max() ?? 1
        longest = 20 * digit + 16 * groupSign.count + decimalSign.count
        longestPercent = longest + beforePercent.count + afterPercent.count
    }

    /// Writes a number, given in thousandths, without trailing zeros: `1,234.5`. Nothing that is counted or measured here
    /// is below 0. There has to be room for ``longest`` bytes.
    func write(thousandths: Int, to bytes: inout OutputSpan<UInt8>) {
        let (whole, fraction) = max(0, thousandths).quotientAndRemainder(dividingBy: 1_000)
        if isPlain && whole < 1_000 {
            bytes.append(decimal: max(0, thousandths), places: 3, point: decimalSign[0])
            return
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

    private func write(whole: Int, to bytes: inout OutputSpan<UInt8>) {
        var unit = 1
        var left = 1
        while whole / unit >= 10 {
            unit *= 10
            left += 1
        }
        let isGrouped = lastGroup > 0 && left >= leastGrouped
        while unit > 0 {
            bytes.append(copying: digits[whole / unit % 10])
            unit /= 10
            left -= 1
            if isGrouped, left >= lastGroup, (left - lastGroup) % otherGroups == 0 {
                bytes.append(copying: groupSign)
            }
        }
    }

    /// Writes a share in whole percent: `4%`. There has to be room for ``longestPercent`` bytes.
    func write(percent: Int, to bytes: inout OutputSpan<UInt8>) { write(percentage: percent * 1_000, to: &bytes) }

    /// Writes a share in thousandths of a percent: `4.5%`. There has to be room for ``longestPercent`` bytes.
    func write(percentage thousandths: Int, to bytes: inout OutputSpan<UInt8>) {
        bytes.append(copying: beforePercent)
        write(thousandths: thousandths, to: &bytes)
        bytes.append(copying: afterPercent)
    }

    func combine(into hasher: inout RevisionHasher) {
        for sign in digits + [decimalSign, groupSign, beforePercent, afterPercent] { hasher.combine(bytes: sign.span) }
        for size in [lastGroup, otherGroups, leastGrouped] { hasher.combine(size) }
    }
}
