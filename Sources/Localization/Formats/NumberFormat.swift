import Bytes
import Foundation

/// A format of numbers, percentages or amounts in one locale, taken from Foundation once: writing does not call it.
final class NumberFormat: Sendable {
    private typealias Affixes = (before: [UInt8], after: [UInt8])

    private let digits: [[UInt8]]
    private let decimalSign, groupSign: [UInt8]
    /// The digits of the last group, and of each group before it; 0 without grouping.
    private let lastGroup, otherGroups: Int
    /// The fewest digits of a grouped number.
    private let minimumGroupedDigits: Int
    private let positive, negative: Affixes
    /// True in nearly all locales.
    private let isASCII: Bool
    /// Whether numbers have ASCII digits and one decimal sign of a byte, and nothing around them.
    private let isPlain: Bool
    let maximumLength: Int

    /// - Parameter format: The text of a number with so many decimals.
    init(_ locale: Locale, _ format: (Decimal, Int) -> String) {
        let one = 1.formatted(.number.locale(locale))
        func affixes(_ number: Decimal) -> Affixes {
            let parts = format(number, 0).split(separator: one, maxSplits: 1, omittingEmptySubsequences: false)
            return (Array(parts[0].utf8), parts.count > 1 ? Array(parts[1].utf8) : [])
        }
        let (positive, negative) = (affixes(1), affixes(-1))
        func text(_ number: Decimal, _ decimals: Int = 0) -> String {
            let utf8 = format(number, decimals).utf8
            return String(decoding: utf8.dropFirst(positive.before.count).dropLast(positive.after.count), as: UTF8.self)
        }
        func sign(in text: String) -> [UInt8]? { text.split(separator: one).first.map { Array($0.utf8) } }
        // Long enough for groups of each kind.
        let long = text(111_111_111_111)
        let groups = long.split { String($0) != one }.map(\.count)
        digits = (0...9).map { Array(text(Decimal($0)).utf8) }
        decimalSign = sign(in: text(Decimal(11) / 10, 1)) ?? Array(".".utf8)
        groupSign = sign(in: long) ?? []
        lastGroup = groups.count > 1 ? groups[groups.count - 1] : 0
        otherGroups = groups.count > 2 ? groups[groups.count - 2] : lastGroup
        minimumGroupedDigits = text(1_111).count > 4 ? 4 : 5
        isASCII = digits == (0...9).map { [0x30 + $0] }
        (self.positive, self.negative) = (positive, negative)
        // An integer has at most 19 digits.
        let digit = digits.map(\.count).max() ?? 1
        let affixLength = [positive, negative].map { $0.before.count + $0.after.count }.max() ?? 0
        isPlain = isASCII && decimalSign.count == 1 && positive.before.isEmpty && positive.after.isEmpty
        maximumLength = 20 * digit + 16 * groupSign.count + decimalSign.count + affixLength
    }

    static func numbers(_ locale: Locale) -> NumberFormat {
        NumberFormat(locale) { $0.formatted(.number.locale(locale).precision(.fractionLength($1))) }
    }

    /// 1 stands for 1%.
    static func percentages(_ locale: Locale) -> NumberFormat {
        NumberFormat(locale) { ($0 / 100).formatted(.percent.locale(locale).precision(.fractionLength($1))) }
    }

    /// Writes `number` / 10^`places` with so many `decimals`, or without trailing zeros, as in `1,234.5`. Needs room for
    /// ``maximumLength`` bytes.
    func write(_ number: Int, places: Int = 3, decimals: Int? = nil, to bytes: inout OutputSpan<UInt8>) {
        if isPlain, places == 3, decimals == nil, 0..<1_000_000 ~= number {
            return bytes.append(decimal: number, places: 3, point: decimalSign[0])
        }
        bytes.append(copying: number < 0 ? negative.before : positive.before)
        var unit = 1
        for _ in 0..<places { unit *= 10 }
        let magnitude = Int(clamping: number.magnitude)
        write(whole: magnitude / unit, to: &bytes)
        var rest = magnitude % unit
        if decimals ?? rest != 0 { bytes.append(copying: decimalSign) }
        for _ in 0..<(decimals ?? places) where decimals != nil || rest > 0 {
            unit /= 10
            write(digit: rest / unit, to: &bytes)
            rest %= unit
        }
        bytes.append(copying: number < 0 ? negative.after : positive.after)
    }

    private func write(whole: Int, to bytes: inout OutputSpan<UInt8>) {
        if isASCII, whole < 1_000 { return bytes.append(decimal: whole) }
        var (unit, left) = (1, 1)
        while whole / unit >= 10 { (unit, left) = (unit * 10, left + 1) }
        let isGrouped = lastGroup > 0 && left >= minimumGroupedDigits
        while unit > 0 {
            write(digit: whole / unit % 10, to: &bytes)
            (unit, left) = (unit / 10, left - 1)
            if isGrouped, left >= lastGroup, (left - lastGroup) % otherGroups == 0 { bytes.append(copying: groupSign) }
        }
    }

    private func write(digit: Int, to bytes: inout OutputSpan<UInt8>) {
        if isASCII { bytes.append(0x30 | UInt8(digit)) } else { bytes.append(copying: digits[digit]) }
    }

    /// Includes the signs around percentages.
    func combine(_ percentages: NumberFormat, into hasher: inout RevisionHasher) {
        let signs = [decimalSign, groupSign, percentages.positive.before, percentages.positive.after]
        for text in digits + signs { hasher.combine(bytes: text.span) }
        for size in [lastGroup, otherGroups, minimumGroupedDigits] { hasher.combine(size) }
    }
}
