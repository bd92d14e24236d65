/// How a date is made of a record.
struct DateReading: Hashable, Sendable {
    var text: TextReading
    var format: DateFormat

    /// The Unix seconds that the record gives for the field `name`, which needs them.
    func required(_ name: String, in record: Record) throws(Refusal) -> Int64 {
        guard let seconds = try seconds(in: record) else {
            throw Refusal(column: text.columnNames, "\(name) is missing")
        }
        return seconds
    }

    /// The Unix seconds that the record gives, or `nil` where they are missing.
    func seconds(in record: Record) throws(Refusal) -> Int64? {
        guard let bytes = try text.bytes(in: record) else { return nil }
        guard let seconds = format.seconds(of: bytes) else {
            throw Refusal(column: text.columnNames, "expected a date as the mapping writes it, found \(quoted(bytes))")
        }
        return seconds
    }
}
