import JSON

/// Reads NDJSON: one JSON object per line. Blank lines are ignored.
///
/// A column is a member's name, or a path through nested objects: `location.lat`. `null` and missing members are empty
/// texts; an array is its elements joined by ``Record/listSeparator``.
struct NDJSONReader: RecordReader {
    private var buffer: ReadBuffer
    private let columns: [String]
    private let maxRecordSize: Int
    private var line = 0

    init(_ buffer: ReadBuffer, columns: [String], maxRecordSize: Int) {
        self.buffer = buffer
        self.columns = columns
        self.maxRecordSize = maxRecordSize
    }

    var bufferSize: Int { buffer.bytes.count }

    mutating func next() throws(ImportError) -> RecordOutcome? {
        while let length = try lineLength() {
            line += 1
            let text = buffer.bytes[buffer.start..<(buffer.start + length)]
            guard length <= maxRecordSize else {
                try buffer.consumeLine(from: 0)
                return rejected("the record is longer than \(maxRecordSize) bytes", text)
            }
            buffer.consume(length)
            let json = text.trimmingWhiteSpace()
            if json.isEmpty { continue }
            do throws(JSONSyntaxError) {
                guard case .object(let members) = try JSONValue(parsing: json) else {
                    return rejected("expected a JSON object", json)
                }
                return record(of: members, json)
            } catch {
                let found = "no \(error.expectation) at byte \(error.column) of the line"
                return rejected("malformed JSON", json, found: found)
            }
        }
        return nil
    }

    /// The length of the next line with its end; `nil` at the end of the file.
    private mutating func lineLength() throws(ImportError) -> Int? {
        var searched = 0
        while true {
            if let newline = buffer.bytes[(buffer.start + searched)..<buffer.end].firstIndex(of: .lineFeed) {
                return newline + 1 - buffer.start
            }
            searched = buffer.count
            if searched > maxRecordSize { return searched }
            if try !buffer.extend() { return searched == 0 ? nil : searched }
        }
    }

    private func rejected(_ reason: String, _ text: FieldBytes, found: String? = nil) -> RecordOutcome {
        let record = jsonText(text.prefix(Rejection.maxTextLength))
        return .rejected(Rejection(line: line, column: nil, reason: reason, found: found, record: record))
    }

    private func record(of members: [String: JSONValue], _ text: FieldBytes) -> RecordOutcome {
        var fields: [FieldBytes] = []
        for column in columns {
            let value = Self.value(at: column[...], in: members)
            guard let field = Self.text(of: value) else {
                return .rejected(
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
        return .record(Record(line: line, fields: fields, fieldIndices: Array(columns.indices), original: .line(text)))
    }

    /// The member at `path`; a member whose name has dots takes precedence over nested ones.
    private static func value(at path: Substring, in members: [String: JSONValue]) -> JSONValue {
        if let value = members[String(path)] { return value }
        guard let dot = path.firstIndex(of: "."), case .object(let inner)? = members[String(path[..<dot])] else {
            return .null
        }
        return value(at: path[path.index(after: dot)...], in: inner)
    }

    /// `nil` for objects and nested arrays.
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
