import JSON

/// Reads the records of an NDJSON file: one JSON object a line. Blank lines are passed over.
///
/// A column is a member's name, or a path through nested objects: `location.lat`. `null` and a missing member are an
/// empty text; a list is its elements with ``Record/listSeparator`` between them.
struct NDJSONReader: RecordReader {
    private var window: ReadBuffer
    private let columns: [String]
    private let maximumRecordSize: Int
    private var line = 0

    init(_ window: ReadBuffer, columns: [String], maximumRecordSize: Int) throws(ImportError) {
        self.window = window
        self.columns = columns
        self.maximumRecordSize = maximumRecordSize
        try self.window.skipByteOrderMark()
    }

    var bufferSize: Int { window.bytes.count }

    mutating func next() throws(ImportError) -> RecordOutcome? {
        while let length = try lengthOfLine() {
            line += 1
            guard length <= maximumRecordSize else {
                let text = window.bytes[window.start..<(window.start + length)].prefix(Rejection.textLimit)
                try window.consumeLine(from: 0)
                return refused("the record is longer than \(maximumRecordSize) bytes", text)
            }
            let text = window.bytes[window.start..<(window.start + length)].trimmingWhiteSpace()
            window.consume(length)
            if text.isEmpty { continue }
            do throws(JSONSyntaxError) {
                guard case .object(let members) = try JSONValue(parsing: text) else {
                    return refused("expected a JSON object", text.prefix(Rejection.textLimit))
                }
                return record(of: members, text)
            } catch {
                return refused(
                    "malformed JSON",
                    text.prefix(Rejection.textLimit),
                    found: "no \(error.expectation) at byte \(error.column) of the line"
                )
            }
        }
        return nil
    }

    /// How long the next line is, its end included; `nil` at the end of the file.
    private mutating func lengthOfLine() throws(ImportError) -> Int? {
        var searched = 0
        while true {
            if let newline = window.bytes[(window.start + searched)..<window.end].firstIndex(of: .lineFeed) {
                return newline + 1 - window.start
            }
            searched = window.count
            if searched > maximumRecordSize { return searched }
            if try !window.extend() { return searched == 0 ? nil : searched }
        }
    }

    private func refused(_ reason: String, _ text: FieldBytes, found: String? = nil) -> RecordOutcome {
        .refused(Rejection(line: line, column: nil, reason: reason, found: found, record: jsonText(text)))
    }

    private func record(of members: [String: JSONValue], _ text: FieldBytes) -> RecordOutcome {
        var fields: [FieldBytes] = []
        for column in columns {
            let value = Self.value(at: column[...], in: members)
            guard let field = Self.text(of: value) else {
                return .refused(
                    Rejection(
                        line: line,
                        column: column,
                        reason: "expected a text, a number or a list of such",
                        found: value.summary,
                        record: String(decoding: text, as: UTF8.self)
                    )
                )
            }
            fields.append(FieldBytes(field.utf8))
        }
        return .record(Record(line: line, fields: fields, slots: Array(columns.indices), original: .line(text)))
    }

    /// The member at `path`; a name with dots in it is found where it stands as it is.
    private static func value(at path: Substring, in members: [String: JSONValue]) -> JSONValue {
        if let value = members[String(path)] { return value }
        guard let dot = path.firstIndex(of: "."), case .object(let inner)? = members[String(path[..<dot])] else {
            return .null
        }
        return value(at: path[path.index(after: dot)...], in: inner)
    }

    /// A value as text; `nil` where it has none.
    private static func text(of value: JSONValue) -> String? {
        switch value {
        case .null: return ""
        case .bool(let value): return String(value)
        case .integer(let value): return String(value)
        case .number(let value): return String(value)
        case .string(let text): return text
        case .object: return nil
        case .array(let elements):
            let texts = elements.compactMap { element -> String? in
                if case .array = element { return nil }
                return text(of: element)
            }
            return texts.count == elements.count ? texts.joined(separator: "\u{1f}") : nil
        }
    }
}
