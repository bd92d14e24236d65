import Bytes
import Glibc
import JSON

/// How dates are written. Dates without an offset of their own are UTC.
enum DateFormat: Sendable {
    /// ISO 8601: `2018-03-01`, optionally with a time `T09:30[:15[.250]][Z|±hh[:mm]]`, also after a space.
    case iso8601
    case unix
    /// Two-digit years below `pivot` are 20yy, the others 19yy.
    case pattern(DatePattern, pivot: Int)

    init?(_ value: CheckedValue, pivot: CheckedValue?) {
        guard let text = value.nonEmptyString() else { return nil }
        let pattern = DatePattern(text)
        let needsPivot = pattern?.hasShortYear ?? false
        if !needsPivot { pivot?.report("stands only beside a date with a year of two digits") }
        switch (text, pattern) {
        case ("iso8601", _): self = .iso8601
        case ("unix", _): self = .unix
        case (_, let pattern?) where needsPivot:
            guard let pivot else {
                value.report("\"pivot\" is missing: years of two digits below it are 20yy, the others 19yy")
                return nil
            }
            guard let year = pivot.integer(in: 0...100) else { return nil }
            self = .pattern(pattern, pivot: Int(year))
        case (_, let pattern?) where pattern.hasYear: self = .pattern(pattern, pivot: 0)
        default:
            value.report(
                "expected \"iso8601\", \"unix\" or a pattern of yyyy, yy, MM, M, dd, d, HH, H, mm, ss and signs, "
                    + "found \(value.json.summary)"
            )
            return nil
        }
    }

    /// Unix seconds; `nil` if `text` is not such a date.
    func seconds(of text: FieldBytes) -> Int64? {
        switch self {
        case .unix: return NumberSyntax().number(text).flatMap { Int64(exactly: $0) }
        case .iso8601: return Self.iso8601(text)
        case .pattern(let pattern, let pivot):
            var rest = text
            var date = DateFields()
            guard pattern.read(&rest, into: &date), rest.isEmpty else { return nil }
            if let year = date.shortYear { date.year = year < pivot ? 2000 + year : 1900 + year }
            return date.seconds
        }
    }

    private static let day = DatePattern("yyyy-MM-dd")
    private static let time = DatePattern("HH:mm")
    private static let second = DatePattern(":ss")
    private static let offsets = [DatePattern("HH:mm"), DatePattern("HHmm"), DatePattern("HH")]

    private static func iso8601(_ text: FieldBytes) -> Int64? {
        var rest = text
        var date = DateFields()
        guard day?.read(&rest, into: &date) == true else { return nil }
        guard let separator = rest.popFirst() else { return date.seconds }
        guard separator == UInt8(ascii: "T") || separator == UInt8(ascii: " "), time?.read(&rest, into: &date) == true
        else { return nil }
        if rest.first == UInt8(ascii: ":") {
            guard second?.read(&rest, into: &date) == true else { return nil }
            if let point = rest.first, point == UInt8(ascii: ".") || point == UInt8(ascii: ",") {
                let fraction = rest.dropFirst().prefix(while: \.isDigit)
                guard !fraction.isEmpty else { return nil }
                rest = rest[fraction.endIndex...]
            }
        }
        guard let sign = rest.popFirst() else { return date.seconds }
        if sign == UInt8(ascii: "Z") { return rest.isEmpty ? date.seconds : nil }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let seconds = date.seconds else { return nil }
        for pattern in offsets {
            var (digits, offset) = (rest, DateFields())
            guard pattern?.read(&digits, into: &offset) == true, digits.isEmpty else { continue }
            return offset.seconds.map { sign == UInt8(ascii: "-") ? seconds + $0 : seconds - $0 }
        }
        return nil
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
    let hasShortYear, hasYear: Bool

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
        hasYear = pattern.contains("yyyy")
        hasShortYear = !hasYear && pattern.contains("yy")
    }

    /// Reads the date at the beginning of `text`, and removes it.
    fileprivate func read(_ text: inout FieldBytes, into date: inout DateFields) -> Bool {
        for part in parts {
            switch part {
            case .digits(let counts, let field):
                let digits = text.prefix(counts.upperBound).prefix(while: \.isDigit)
                guard digits.count >= counts.lowerBound else { return false }
                date[keyPath: field] = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
                text = text[digits.endIndex...]
            case .literal(let literal):
                guard text.starts(with: literal.utf8) else { return false }
                text = text.dropFirst(literal.utf8.count)
            }
        }
        return true
    }
}

/// A date and time of the Gregorian calendar in UTC. Missing parts take their earliest value.
private struct DateFields {
    var year, shortYear, month, day, hour, minute, second: Int?

    var seconds: Int64? {
        let (hour, minute, second) = (hour ?? 0, minute ?? 0, second ?? 0)
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        let (month, day) = (Int32(month ?? 1) - 1, Int32(day ?? 1))
        // Sound: timegm writes within `date`, which outlives the call. It changes days that do not exist.
        var date = unsafe tm()
        unsafe (date.tm_year, date.tm_mon, date.tm_mday) = (Int32(year ?? 1970) - 1900, month, day)
        let midnight = unsafe timegm(&date)
        guard unsafe date.tm_mon == month && date.tm_mday == day else { return nil }
        return Int64(midnight + hour * 3_600 + minute * 60 + second)
    }
}
