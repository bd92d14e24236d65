import CheckedJSON
import Catalogue

/// How a record becomes a product, field by field.
struct ProductFields: Hashable, Sendable {
    var id: TextReading
    var title: TextReading
    var brand: TextReading
    var brandID: TextReading
    var price: PriceReading
    var category: TextReading?
    var image: TextReading?
    var collections: [TextReading]

    init?(_ fields: inout CheckedObject, _ reader: MappingReader) {
        let id = fields.required("id").flatMap { reader.text($0, kind: .identifier) }
        let title = fields.required("title").flatMap { reader.text($0, kind: .text) }
        let brand = fields.required("brand").flatMap { reader.text($0, kind: .text) }
        let brandID = fields.required("brandId").flatMap { reader.text($0, kind: .identifier) }
        let price = PriceReading(&fields, reader)
        category = fields.optional("category").flatMap { reader.text($0, kind: .identifier) }
        image = fields.optional("image").flatMap { reader.text($0, kind: .text) }
        collections = fields.optional("collections").flatMap { reader.list($0, kind: .identifier) } ?? []
        guard let id, let title, let brand, let brandID, let price else { return nil }
        self.id = id
        self.title = title
        self.brand = brand
        self.brandID = brandID
        self.price = price
    }

    /// The product that the record gives.
    func product(of record: Record) throws(Refusal) -> Product {
        var collections: [String] = []
        for reading in self.collections {
            for collection in try reading.strings(in: record, kind: .identifier) where !collections.contains(collection)
            {
                collections.append(collection)
            }
        }
        return Product(
            id: try id.required("id", in: record, kind: .identifier),
            title: try title.required("title", in: record),
            brand: Brand(
                id: try brandID.required("brandId", in: record, kind: .identifier),
                name: try brand.required("brand", in: record)
            ),
            price: try price.money(in: record),
            category: try category?.string(in: record, kind: .identifier),
            image: try image?.string(in: record),
            collections: collections
        )
    }
}
