import CheckedJSON
import Catalogue

/// How a brand is made of a record.
struct BrandReading: Hashable, Sendable {
    private let id: TextReading
    let name: TextReading

    init?(id: CheckedValue, name: CheckedValue, _ reader: MappingReader) {
        let (id, name) = (reader.text(id, kind: .identifier), reader.text(name, kind: .text))
        guard let id, let name else { return nil }
        self.id = id
        self.name = name
    }

    /// The brand that the record gives, or `nil` where it is missing.
    func brand(in record: Record) throws(Refusal) -> Brand? {
        let (id, name) = (try id.string(in: record, kind: .identifier), try name.string(in: record))
        if id == nil, name == nil { return nil }
        guard let id else { throw Refusal(column: self.id.columnNames, "brandId is missing") }
        guard let name else { throw Refusal(column: self.name.columnNames, "brand is missing") }
        return Brand(id: id, name: name)
    }
}
