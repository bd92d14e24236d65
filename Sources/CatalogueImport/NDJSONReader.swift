import CheckedJSON

/// Reads the records of an NDJSON file: one JSON object a line. Blank lines are passed over.
///
/// A column is a member's name, or a path through nested objects: `location.lat`. `null` and a missing member are an
/// empty text; a list is its elements with ``Record/listSeparator`` between them.
struct NDJSONReader: RecordReader {
    private var window: ByteWindow
    private let columns: [String]
    private let maximumRecordSize: Int
    private var line = 0

    init(_ window: ByteWindow, columns: [String], maximumRecordSize: Int) throws(ImportError) {
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
            do throws(MalformedJSON) {
                guard case .object(let members) = try JSONValue(parsing: text) else {
                    return refused("expected a JSON object", text.prefix(Rejection.textLimit))
                }
                return record(of: members, text)
            } catch {
                return refused(
                    "malformed JSON: expected \(error.expectation) at byte \(error.column) of the line",
                    text.prefix(Rejection.textLimit)
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

    private func refused(_ reason: String, _ text: ArraySlice<UInt8>) -> RecordOutcome {
        let text = jsonText(String(decoding: text, as: UTF8.self))
        return .refused(Rejection(line: line, column: nil, reason: reason, record: text))
    }

    private func record(of members: [String: JSONValue], _ text: ArraySlice<UInt8>) -> RecordOutcome {
        let original = Array(text)
        var bytes: [UInt8] = []
        var fields: [Record.Field] = []
        for column in columns {
            let start = bytes.count
            let value = Self.value(at: column[...], in: members)
            guard Self.append(value, to: &bytes) else {
                let record = String(decoding: original, as: UTF8.self)
                let reason = "expected a text, a number or a list of such, found \(value.summary)"
                return .refused(Rejection(line: line, column: column, reason: reason, record: record))
            }
            fields.append(Record.Field(start: start, end: bytes.count))
        }
        return .record(
            Record(
                line: line,
                bytes: bytes,
                fields: fields,
                slots: Array(columns.indices),
                original: .line(original)
            )
        )
    }

    /// The member at `path`; a name with dots in it is found where it stands as it is.
    private static func value(at path: Substring, in members: [String: JSONValue]) -> JSONValue {
        if let value = members[String(path)] { return value }
        guard let dot = path.firstIndex(of: "."), case .object(let inner)? = members[String(path[..<dot])] else {
            return .null
        }
        return value(at: path[path.index(after: dot)...], in: inner)
    }

    /// Writes a value as text; `false` where it has none.
    private static func append(_ value: JSONValue, to bytes: inout [UInt8]) -> Bool {
        switch value {
        case .null: break
        case .bool(let value): bytes.append(contentsOf: String(value).utf8)
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .number(let value): bytes.append(contentsOf: String(value).utf8)
        case .string(let text): bytes.append(contentsOf: text.utf8)
        case .object: return false
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if case .array = element { return false }
                if index > 0 { bytes.append(Record.listSeparator) }
                guard append(element, to: &bytes) else { return false }
            }
        }
        return true
    }
}

extension UInt8 {
    /// Whether the byte is a space, a tab, a line feed or a carriage return.
    var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0a || self == 0x0d }
}

extension ArraySlice<UInt8> {
    /// Without the white space around it.
    func trimmingWhiteSpace() -> Self {
        var slice = self
        while let first = slice.first, first.isWhiteSpace { slice.removeFirst() }
        while let last = slice.last, last.isWhiteSpace { slice.removeLast() }
        return slice
    }
}
