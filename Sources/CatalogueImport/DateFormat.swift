/// How a date is written. All dates without an offset of their own are UTC.
enum DateFormat: Hashable, Sendable {
    /// ISO 8601: `2018-03-01`, or with a time `2018-03-01T09:30[:15[.250]][Z|±hh[:mm]]`, a space in place of the `T`
    /// too.
    case iso8601
    /// Seconds since 1970.
    case unix
    case pattern([DatePart], pivot: Int)

    /// The Unix seconds that `text` stands for, or `nil`.
    func seconds(of text: ArraySlice<UInt8>) -> Int64? {
        switch self {
        case .unix: return DecimalNumber(text, NumberFormat())?.whole()
        case .iso8601: return Self.iso8601(text)
        case .pattern(let parts, let pivot):
            var rest = text
            var moment = Moment()
            for part in parts {
                guard part.read(&rest, into: &moment, pivot: pivot) else { return nil }
            }
            return rest.isEmpty ? moment.seconds : nil
        }
    }

    private static func iso8601(_ text: ArraySlice<UInt8>) -> Int64? {
        var rest = text
        var moment = Moment()
        func take(_ parts: DatePart...) -> Bool {
            parts.allSatisfy { $0.read(&rest, into: &moment, pivot: 0) }
        }
        guard take(.year, .literal("-"), .month, .literal("-"), .day) else { return nil }
        guard let separator = rest.first else { return moment.seconds }
        guard separator == UInt8(ascii: "T") || separator == UInt8(ascii: " ") else { return nil }
        rest.removeFirst()
        guard take(.hour, .literal(":"), .minute) else { return nil }
        if rest.first == UInt8(ascii: ":") {
            guard take(.literal(":"), .second) else { return nil }
            if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
                let fraction = rest.dropFirst().prefix { $0.digit != nil }
                guard !fraction.isEmpty else { return nil }
                rest = rest[fraction.endIndex...]
            }
        }
        guard let seconds = moment.seconds, let sign = rest.popFirst() else { return moment.seconds }
        if sign == UInt8(ascii: "Z") { return rest.isEmpty ? seconds : nil }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        guard take(.hour) else { return nil }
        moment.minute = 0
        if !rest.isEmpty {
            if rest.first == UInt8(ascii: ":") { rest.removeFirst() }
            guard take(.minute) else { return nil }
        }
        guard rest.isEmpty, moment.hour < 24, moment.minute < 60 else { return nil }
        let offset = Int64(moment.hour * 3600 + moment.minute * 60)
        return sign == UInt8(ascii: "-") ? seconds + offset : seconds - offset
    }
}

/// A part of a date's pattern.
enum DatePart: Hashable, Sendable {
    /// `yyyy`, `yy`: four digits, two digits.
    case year, shortYear
    /// `MM`, `dd`, `HH`, `mm`, `ss`: two digits each.
    case month, day, hour, minute, second
    /// `M`, `d`: one digit or two.
    case looseMonth, looseDay
    /// Any other text, as it stands.
    case literal(String)

    /// The letters of each part, longer ones first.
    static let letters: [(String, DatePart)] = [
        ("yyyy", .year), ("yy", .shortYear), ("MM", .month), ("dd", .day), ("HH", .hour), ("mm", .minute),
        ("ss", .second),
        ("M", .looseMonth), ("d", .looseDay),
    ]

    /// The parts of `pattern`; `nil` where a letter in it stands for nothing.
    static func parts(of pattern: String) -> [DatePart]? {
        var parts: [DatePart] = []
        var rest = pattern[...]
        while let first = rest.first {
            if let (letters, part) = letters.first(where: { rest.hasPrefix($0.0) }) {
                parts.append(part)
                rest = rest.dropFirst(letters.count)
            } else if first.isLetter, first != "T" {
                return nil
            } else {
                parts.append(.literal(String(first)))
                rest = rest.dropFirst()
            }
        }
        return parts
    }

    fileprivate func read(_ text: inout ArraySlice<UInt8>, into moment: inout Moment, pivot: Int) -> Bool {
        func number(_ count: ClosedRange<Int>) -> Int? {
            let digits = text.prefix(count.upperBound).prefix { $0.digit != nil }
            guard count.contains(digits.count) else { return nil }
            text = text[digits.endIndex...]
            return digits.reduce(0) { $0 * 10 + ($1.digit ?? 0) }
        }
        func set(_ field: WritableKeyPath<Moment, Int>, _ count: ClosedRange<Int>) -> Bool {
            guard let number = number(count) else { return false }
            moment[keyPath: field] = number
            return true
        }
        switch self {
        case .year: return set(\.year, 4...4)
        case .shortYear:
            guard let year = number(2...2) else { return false }
            moment.year = year < pivot ? 2000 + year : 1900 + year
            return true
        case .month: return set(\.month, 2...2)
        case .looseMonth: return set(\.month, 1...2)
        case .day: return set(\.day, 2...2)
        case .looseDay: return set(\.day, 1...2)
        case .hour: return set(\.hour, 2...2)
        case .minute: return set(\.minute, 2...2)
        case .second: return set(\.second, 2...2)
        case .literal(let literal):
            guard text.starts(with: literal.utf8) else { return false }
            text = text.dropFirst(literal.utf8.count)
            return true
        }
    }
}

/// A date and a time of the Gregorian calendar, in UTC; what a pattern does not name is the earliest.
private struct Moment {
    var year = 1970
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0

    /// Unix seconds; `nil` where there is no such day or time.
    var seconds: Int64? {
        guard (1...12).contains(month), (1...daysInMonth).contains(day), (0..<24).contains(hour),
            (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        // Days from 1970, in years that begin with March so that the leap day is the last one: Howard Hinnant, "chrono-
        // Compatible Low-Level Date Algorithms", days_from_civil. Years here are never negative.
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        return Int64(days * 86_400 + hour * 3_600 + minute * 60 + second)
    }

    private var daysInMonth: Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
