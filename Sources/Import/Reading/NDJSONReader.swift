import JSON

/// Reads NDJSON: one JSON object per line. Blank lines are ignored.
///
/// A column is a member's name, or a path through nested objects and lists: `location.lat`, `offers.0.price`,
/// `offers.*.price`. `null` and missing members are empty texts; an array is its elements joined by
/// ``Record/listSeparator``.
struct NDJSONReader: RecordReader {
    private(set) var buffer: ReadBuffer
    let columns: [String]
    let maxRecordSize: Int
    private(set) var line = 0

    mutating func next() throws(ImportError) -> Result<Record, Rejection>? {
        while try buffer.first() != nil {
            line = buffer.line
            let text = try buffer.linePrefix(maxRecordSize + 1)
            try buffer.consumeLine(from: text.count)
            if text.count > maxRecordSize { return rejected("the record is longer than \(maxRecordSize) bytes", text) }
            let json = text.trimmingWhiteSpace()
            if json.isEmpty { continue }
            do throws(JSONSyntaxError) {
                let value = try JSONValue(parsing: json, keepsDigits: true)
                guard case .object = value else {
                    return rejected("expected a JSON object", json, found: value.summary)
                }
                return .success(record(of: value, json))
            } catch {
                let rest = json.dropFirst(error.column - 1)
                let found = rest.isEmpty ? "the end of the line" : jsonText(rest.prefix(10))
                let reason = "malformed JSON: expected \(error.expectation)"
                return rejected(reason, json, found: "\(found) at byte \(error.column)")
            }
        }
        return nil
    }

    private func rejected(_ reason: String, _ text: FieldBytes, found: String? = nil) -> Result<Record, Rejection> {
        let record = jsonText(text.prefix(Rejection.maxTextLength))
        return .failure(Rejection(line: line, error: ValueError(reason, found: found), record: record))
    }

    private func record(of value: JSONValue, _ text: FieldBytes) -> Record {
        var fields: [FieldBytes] = []
        var errors: [Int: ValueError] = [:]
        for (index, column) in columns.enumerated() {
            do throws(ValueError) {
                fields.append(FieldBytes(try Self.text(of: Self.value(at: column[...], in: value)).utf8))
            } catch {
                fields.append([])
                errors[index] = error
            }
        }
        return Record(
            line: line,
            fields: fields,
            fieldIndices: Array(columns.indices),
            original: .line(text),
            errors: errors
        )
    }

    /// The value at a path; `null` if there is none. `*` is all elements of a list, or a value that is no list. A member
    /// whose name has dots takes precedence over nested ones.
    private static func value(at path: Substring, in value: JSONValue) throws(ValueError) -> JSONValue {
        let name = path.prefix { $0 != "." }
        let rest = path.endIndex == name.endIndex ? nil : path[path.index(after: name.endIndex)...]
        func descend(into value: JSONValue) throws(ValueError) -> JSONValue {
            if let rest { try self.value(at: rest, in: value) } else { value }
        }
        if case .object(let members) = value {
            if let member = members[String(path)] { return member }
            if let member = members[String(name)] { return try descend(into: member) }
        }
        guard case .array(let elements) = value else { return name == "*" ? try descend(into: value) : .null }
        if name == "*" {
            var found: [JSONValue] = []
            for element in elements {
                switch try descend(into: element) {
                case .array(let inner): found += inner
                case let other: found.append(other)
                }
            }
            return .array(found.filter { $0 != .null && $0 != .string("") })
        }
        guard let index = Int(name) else {
            throw ValueError(
                "expected an object with \"\(path)\"; in a list, \"*.\(path)\" takes the first that has it",
                found: value.summary
            )
        }
        return elements.indices.contains(index) ? try descend(into: elements[index]) : .null
    }

    private static func text(of value: JSONValue) throws(ValueError) -> String {
        switch value {
        case .null: return ""
        case .bool(let value): return String(value)
        case .integer(let value): return String(value)
        case .number(let value): return String(value)
        case .string(let text): return text
        case .array(let elements):
            var texts: [String] = []
            for element in elements {
                if case .array = element { throw ValueError(expectation, found: element.summary) }
                texts.append(try text(of: element))
            }
            return texts.joined(separator: "\u{1f}")
        case .object: throw ValueError(expectation, found: value.summary)
        }
    }

    private static let expectation = "expected a text, a number or a list of such"
}
