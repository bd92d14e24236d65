/// An SQL statement. Each connection prepares it once and then runs it by name.
package struct Statement: Hashable, Sendable {
    let name: String
    /// Has `$1`, `$2`, … for the parameters.
    let text: String
    private(set) var values: [Value]

    package init(_ text: String, _ values: [Value] = []) {
        name = "hearth_\(String(UInt(bitPattern: text.hashValue), radix: 36))"
        self.text = text
        self.values = values
    }

    /// Sets the values of `$1`, `$2`, ….
    func callAsFunction(_ values: Value...) -> Statement { with(values) }

    func with(_ values: [Value]) -> Statement {
        var statement = self
        statement.values = values
        return statement
    }
}

extension Statement: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(text) }
}

extension Statement {
    /// Sets the values to the columns of the rows, as arrays. Returns no statement without rows.
    package func each(_ rows: [[Value]]) -> [Statement] {
        guard let first = rows.first else { return [] }
        return [with(first.indices.map { column in .array(rows.map { $0[column] }) })]
    }
}

/// The value of a parameter.
package enum Value: Hashable, Sendable {
    case null
    case int8(Int64)
    /// Text without U+0000, which PostgreSQL does not accept.
    case text(String)
    case bytea([UInt8])
    /// One or more values of one type, none of them null.
    case array([Value])

    static func int8(_ value: Int64?) -> Self { value.map { .int8($0) } ?? .null }

    package static func text(_ value: String?) -> Self { value.map { .text($0) } ?? .null }

    static func texts(_ values: some Sequence<String>) -> Self { .array(values.map { .text($0) }) }

    /// The OID of the type (`pg_type.dat`).
    fileprivate var type: Int32 {
        switch self {
        case .bytea: 17
        case .int8: 20
        case .null, .text, .array: 25
        }
    }
}

// PostgreSQL's binary format. Numbers are big-endian.
extension [UInt8] {
    /// Appends a value after its length in bytes, −1 for NULL.
    mutating func append(_ value: Value) {
        switch value {
        case .null: append(bigEndian: -1 as Int32)
        case .int8(let value):
            append(bigEndian: 8 as Int32)
            append(bigEndian: value)
        case .text(let value): append(field: value.utf8)
        case .bytea(let value): append(field: value)
        case .array(let values): append(array: values)
        }
    }

    mutating func append(bigEndian value: some FixedWidthInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    private mutating func append(field value: some Collection<UInt8>) {
        append(bigEndian: Int32(value.count))
        append(contentsOf: value)
    }

    /// Appends a one-dimensional array in the format of `array_recv`: dimensions, a flag for NULLs, the element type,
    /// the count, the lower bound, and the elements.
    private mutating func append(array elements: [Value]) {
        var field: [UInt8] = []
        let type = elements.first?.type ?? Value.null.type
        for number in [1, 0, type, Int32(elements.count), 1] { field.append(bigEndian: number) }
        for element in elements { field.append(element) }
        append(field: field)
    }
}

extension [Value] {
    /// Calls `body` with libpq's parameter lists: pointers (nil for NULL), lengths and formats (all binary). The
    /// pointers are valid during the call.
    @unsafe func withParameters<Outcome, Failure: Error>(
        _ body: (_ values: [UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        var buffer: [UInt8] = []
        var offsets: [Int?] = []
        var lengths: [Int32] = []
        for value in self {
            let start = buffer.count + 4
            buffer.append(value)
            offsets.append(value == .null ? nil : start)
            lengths.append(Int32(Swift.max(0, buffer.count - start)))
        }
        // An empty value needs a non-nil pointer too.
        buffer.append(0)
        return try unsafe buffer.withUnsafeBufferPointer { (bytes) throws(Failure) in
            let start = unsafe UnsafeRawPointer(bytes.baseAddress!).assumingMemoryBound(to: CChar.self)
            let pointers = unsafe offsets.map { offset in unsafe offset.map { unsafe start + $0 } }
            return try unsafe body(pointers, lengths, [Int32](repeating: 1, count: count))
        }
    }
}
