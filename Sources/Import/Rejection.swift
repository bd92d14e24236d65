/// A record that was refused, and why.
public struct Rejection: Error, Hashable, Sendable {
    /// The line that the record begins in, from 1; the header line counts.
    public let line: Int
    /// The column, or the columns joined by `, `, that could not be read; `nil` where the record as a whole could not.
    public let column: String?
    /// What was expected.
    public let reason: String
    /// What was found in its place, in quotes where it is text; `nil` where that says no more.
    public let found: String?
    /// The record as JSON: an object of a CSV row's columns, the line itself of NDJSON; where it is neither, its text.
    public let record: String

    /// The reason with what was found: `expected a number, found "n/a"`.
    public var text: String { ValueError(reason, found: found).description }

    /// The rejection as one line of NDJSON, without the line feed.
    public var json: String {
        let column = column.map(jsonText) ?? "null"
        let reason = jsonText(text)
        return "{\"line\":\(line),\"column\":\(column),\"reason\":\(reason),\"record\":\(record)}"
    }
}

/// Why a value was refused, before it is known of which record.
struct ValueError: Error {
    var column: String?
    var reason: String
    var found: String?

    /// - Parameters:
    ///   - reason: what was expected. It is the same for all records of which it is true.
    ///   - found: what was found in its place.
    init(column: String? = nil, _ reason: String, found: String? = nil) {
        self.column = column
        self.reason = reason
        self.found = found
    }

    func rejection(of record: Record) -> Rejection {
        Rejection(line: record.line, column: column, reason: reason, found: found, record: record.json)
    }
}

extension ValueError: CustomStringConvertible {
    /// `expected a number, found "n/a"`.
    var description: String { found.map { "\(reason), found \($0)" } ?? reason }
}

/// `text` as a JSON string (RFC 8259, section 7), in quotes. Foundation takes ten times as long for short texts.
func jsonText(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": result += "\\\(scalar)"
        case "\n": result += "\\n"
        case "\u{0}"..<"\u{20}":
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

/// `text` as a JSON string, where bytes that are no UTF-8 are replaced.
func jsonText(_ text: FieldBytes) -> String { jsonText(String(decoding: text, as: UTF8.self)) }

/// How a found text reads in a reason: in quotes, and cut where it is long.
func quoted(_ text: some Collection<UInt8>) -> String {
    let text = String(decoding: text, as: UTF8.self)
    return text.count > 40 ? "\"\(text.prefix(40))…\"" : "\"\(text)\""
}
