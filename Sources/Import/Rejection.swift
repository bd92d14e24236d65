import Bytes
import Foundation
import JSON

public struct Rejection: Error, Hashable, Sendable {
    /// The line in which the record begins, from 1; the header line counts.
    let line: Int
    let error: ValueError
    /// The record as JSON: an object of a CSV record's columns, a line of NDJSON, or else its text.
    let record: String

    /// The longest text shown of an unreadable record, in bytes.
    static let maxTextLength = 1_000

    /// A line of NDJSON without its line feed.
    var json: String {
        let column = error.column.map { "\"column\":\(jsonText($0))," } ?? ""
        return "{\"line\":\(line),\(column)\"reason\":\(jsonText(error.description)),\"record\":\(record)}"
    }
}

struct ValueError: Error, Hashable, CustomStringConvertible {
    /// The column, or the columns joined by `, `; `nil` if the whole record cannot be read.
    var column: String?
    /// The expectation, equal for equal causes.
    let reason: String
    /// The unexpected value, in quotes if it is a text; `nil` if it adds nothing.
    let found: String?

    init(column: String? = nil, _ reason: String, found: String? = nil) {
        self.column = column
        self.reason = reason
        self.found = found
    }

    /// `expected a number, found "n/a"`.
    var description: String { found.map { "\(reason), found \($0)" } ?? reason }

    func rejection(of record: Record) -> Rejection {
        Rejection(line: record.line, error: self, record: record.json)
    }
}

/// `text` as a JSON string in quotes; invalid UTF-8 is replaced.
func jsonText(_ text: FieldBytes) -> String {
    var json: [UInt8] = []
    json.append(jsonString: text.span)
    return String(decoding: json, as: UTF8.self)
}

func jsonText(_ text: String) -> String { jsonText(FieldBytes(text.utf8)) }

/// `text` in quotes for an error message, at most 40 characters of it.
func quoted(_ text: some Collection<UInt8>) -> String { String(decoding: text, as: UTF8.self).quoted }

extension BinaryInteger {
    /// With a comma between groups of three digits.
    package var grouped: String { formatted(IntegerFormatStyle<Self>(locale: Locale(identifier: "en"))) }
}
