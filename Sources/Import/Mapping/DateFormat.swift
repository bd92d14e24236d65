import Bytes
import Catalogue
import Glibc
import JSON

/// Parses dates. Those without an offset of their own are UTC.
enum DateFormat {
    typealias Parse = @Sendable (FieldBytes) -> Instant?

    static func unix(_ text: FieldBytes) -> Instant? {
        NumberSyntax().number(text).flatMap { Int64(exactly: $0) }.map(Instant.init(seconds:))
    }

    private static let dates = [
        "yyyy-MM-dd", "yyyy-MM-ddTHH:mm:ss", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-ddTHH:mm", "yyyy-MM-dd HH:mm",
    ].compactMap { DatePattern($0) }
    private static let offsets = ["HH:mm", "HHmm", "HH"].compactMap { DatePattern($0) }

    /// ISO 8601: `2018-03-01`, optionally with a time `T09:30[:15[.250]][Z|±hh[:mm]]`, also after a space.
    static func iso8601(_ text: FieldBytes) -> Instant? {
        let zoneStart = text.dropFirst("yyyy-MM-dd".count).firstIndex { "Z+-".utf8.contains($0) } ?? text.endIndex
        var (date, zone) = (text[..<zoneStart], text[zoneStart...])
        if let point = date.firstIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }) {
            let fraction = date[point...].dropFirst()
            date = date[..<point]
            guard date.count == "yyyy-MM-dd HH:mm:ss".count, !fraction.isEmpty, fraction.allSatisfy(\.isDigit) else {
                return nil
            }
        }
        guard let instant = dates.lazy.compactMap({ $0.instant(of: date) }).first else { return nil }
        guard let sign = zone.popFirst() else { return instant }
        if date.count == "yyyy-MM-dd".count { return nil }
        if sign == UInt8(ascii: "Z") { return zone.isEmpty ? instant : nil }
        guard let offset = offsets.lazy.compactMap({ $0.instant(of: zone)?.seconds }).first else { return nil }
        return sign == UInt8(ascii: "-") ? instant + offset : instant - offset
    }
}

extension CheckedValue {
    func dateFormat() -> DateFormat.Parse? {
        guard let text = nonEmptyString() else { return nil }
        if text == "iso8601" { return DateFormat.iso8601 }
        if text == "unix" { return DateFormat.unix }
        if text.contains("yy"), let pattern = DatePattern(text) { return pattern.instant }
        return mismatch("\"iso8601\", \"unix\" or a pattern of yyyy, yy, MM, M, dd, d, HH, H, mm, ss and signs")
    }
}

struct DatePattern: Sendable {
    private enum Part: Sendable {
        case digits(ClosedRange<Int>, any WritableKeyPath<DateFields, Int?> & Sendable)
        case literal(String)
    }

    /// The letters of each part, longer ones first.
    private static let letters: [(String, Part)] = [
        ("yyyy", .digits(4...4, \.year)), ("yy", .digits(2...2, \.shortYear)), ("MM", .digits(2...2, \.month)),
        ("dd", .digits(2...2, \.day)), ("HH", .digits(2...2, \.hour)), ("mm", .digits(2...2, \.minute)),
        ("ss", .digits(2...2, \.second)), ("M", .digits(1...2, \.month)), ("d", .digits(1...2, \.day)),
        ("H", .digits(1...2, \.hour)),
    ]

    private let parts: [Part]

    init?(_ pattern: String) {
        var parts: [Part] = []
        var rest = pattern[...]
        while let first = rest.first {
            if let (letters, part) = Self.letters.first(where: { rest.hasPrefix($0.0) }) {
                parts.append(part)
                rest = rest.dropFirst(letters.count)
            } else if first.isLetter, first != "T" {
                return nil
            } else {
                parts.append(.literal(String(first)))
                rest = rest.dropFirst()
            }
        }
        self.parts = parts
    }

    func instant(of text: FieldBytes) -> Instant? {
        var (rest, date) = (text, DateFields())
        for part in parts {
            switch part {
            case .digits(let counts, let field):
                let digits = rest.prefix(counts.upperBound).prefix(while: \.isDigit)
                guard digits.count >= counts.lowerBound else { return nil }
                date[keyPath: field] = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
                rest = rest[digits.endIndex...]
            case .literal(let literal):
                guard rest.starts(with: literal.utf8) else { return nil }
                rest = rest.dropFirst(literal.utf8.count)
            }
        }
        return rest.isEmpty ? date.instant : nil
    }
}

/// A date and time of the Gregorian calendar in UTC. Missing parts take their earliest value. As for strptime(3), years
/// of two digits below 69 are 20yy, the others 19yy.
private struct DateFields {
    var year, shortYear, month, day, hour, minute, second: Int?

    var instant: Instant? {
        let (hour, minute, second) = (hour ?? 0, minute ?? 0, second ?? 0)
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        let year = year ?? shortYear.map { $0 < 69 ? 2000 + $0 : 1900 + $0 } ?? 1970
        let (month, day) = (Int32(month ?? 1) - 1, Int32(day ?? 1))
        // Sound: timegm writes within `date`, which outlives the call. It changes days that do not exist.
        var date = unsafe tm()
        unsafe (date.tm_year, date.tm_mon, date.tm_mday) = (Int32(year) - 1900, month, day)
        let midnight = unsafe timegm(&date)
        guard unsafe date.tm_mon == month && date.tm_mday == day else { return nil }
        return Instant(seconds: midnight + hour * 3_600 + minute * 60 + second)
    }
}
