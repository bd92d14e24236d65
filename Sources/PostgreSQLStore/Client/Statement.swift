import Catalogue

/// An SQL statement. Each connection prepares it once and then runs it by name.
package struct Statement: Hashable, Sendable {
    let name: String
    /// Has `$1`, `$2`, … for the parameters.
    let text: String
    private(set) var parameters: [Parameter] = []

    enum Parameter: Hashable, Sendable {
        case value(StoredValue)
        /// One or more values of one type, none of them null, as an array.
        case column([StoredValue])
    }

    package init(_ text: String) {
        name = "hearth_\(String(UInt(bitPattern: text.hashValue), radix: 36))"
        self.text = text
    }

    /// Sets the values of `$1`, `$2`, …. Texts have no U+0000, which PostgreSQL does not accept.
    func callAsFunction(_ values: StoredValue...) -> Statement { self(values) }

    func callAsFunction(_ values: [StoredValue]) -> Statement { with(values.map { .value($0) }) }

    /// Sets the values to the columns of one or more rows.
    func each(_ rows: [[StoredValue]]) -> Statement {
        with(rows[0].indices.map { column in .column(rows.map { $0[column] }) })
    }

    func with(_ parameters: [Parameter]) -> Statement {
        var statement = self
        statement.parameters = parameters
        return statement
    }
}

extension Statement: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(text) }
}

// PostgreSQL's binary format. Numbers are big-endian.
extension [UInt8] {
    /// Appends a value after its length in bytes, −1 for NULL.
    fileprivate mutating func append(_ parameter: Statement.Parameter) {
        switch parameter {
        case .value(let value): append(value)
        case .column(let values): append(array: values)
        }
    }

    private mutating func append(_ value: StoredValue) {
        switch value {
        case .null: append(bigEndian: -1 as Int32)
        case .integer(let value):
            append(bigEndian: 8 as Int32)
            append(bigEndian: value)
        case .real(let value):
            append(bigEndian: 8 as Int32)
            append(bigEndian: value.bitPattern)
        case .text(let value): append(field: value.utf8)
        case .bytes(let value): append(field: value)
        }
    }

    private mutating func append(bigEndian value: some FixedWidthInteger) {
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
    private mutating func append(array elements: [StoredValue]) {
        var field: [UInt8] = []
        for number in [1, 0, elements[0].postgreSQLType, Int32(elements.count), 1] { field.append(bigEndian: number) }
        for element in elements { field.append(element) }
        append(field: field)
    }
}

extension StoredValue {
    /// The OID of the type (`pg_type.dat`).
    fileprivate var postgreSQLType: Int32 {
        switch self {
        case .bytes: 17
        case .integer: 20
        case .null, .text: 25
        case .real: 701
        }
    }
}

extension [Statement.Parameter] {
    /// Calls `body` with libpq's parameter lists: pointers (nil for NULL), lengths and formats (all binary). The
    /// pointers are valid during the call.
    @unsafe func withLists<Outcome, Failure: Error>(
        _ body: (_ values: [UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        var buffer: [UInt8] = []
        var offsets: [Int?] = []
        var lengths: [Int32] = []
        for value in self {
            let start = buffer.count + 4
            buffer.append(value)
            offsets.append(value == .value(.null) ? nil : start)
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
