import PostgreSQL
import Catalogue

// How rows become items. The columns are listed in SQL+Parts.swift, in the order in which they are read here.

extension ListingHit {
    /// The hit of a row of ``SQL/hit``.
    init(_ row: Row) throws(StoreError) {
        self.init(
            key: ItemKey(rawValue: try row.int64(0)),
            id: try row.string(9),
            revision: try row.revision(1),
            type: try row.listingType(2),
            price: try row.int64(3),
            bedrooms: row.int(4).map(Int.init),
            bathrooms: row.double(5),
            area: row.double(6),
            place: try row.place(7),
            market: try row.string(10),
            listedAt: try row.int64(8),
            expiresAt: row.int(11)
        )
    }
}

extension ProductHit {
    /// The hit of a row of ``SQL/productHit`` and the position.
    init(_ row: Row) throws(StoreError) {
        self.init(
            key: ItemKey(rawValue: try row.int64(0)),
            id: try row.string(1),
            revision: Product.revision(own: try row.revision(2), brand: try row.revision(3)),
            position: ProductPosition(rawValue: try row.int64(4))
        )
    }
}

extension Listing {
    /// The listing of the columns of ``SQL/listingContent`` from `first` on.
    init(_ row: Row, from first: Int) throws(StoreError) {
        guard let images = TextList.decode(try row.string(first + 14)) else {
            throw row.undecodable(first + 14, "a list of texts")
        }
        self.init(
            id: try row.string(first),
            title: try row.string(first + 1),
            type: try row.listingType(first + 2),
            price: Money(amount: try row.int64(first + 3), currency: try row.string(first + 4)),
            bedrooms: row.int(first + 5).map(Int.init),
            bathrooms: row.double(first + 6),
            area: row.double(first + 7),
            place: try row.place(first + 8),
            address: row.text(first + 9),
            market: try row.string(first + 10),
            listedAt: try row.int64(first + 11),
            status: try row.listingStatus(first + 12),
            expiresAt: row.int(first + 13),
            images: images
        )
    }
}

extension Product {
    /// The product of the columns of ``SQL/productContentText`` from `first` on.
    init(_ row: Row, from first: Int) throws(StoreError) {
        guard let collections = row.texts(first + 8) else { throw row.undecodable(first + 8, "texts") }
        self.init(
            id: try row.string(first),
            title: try row.string(first + 1),
            brand: try Brand(row, from: first + 2),
            price: Money(amount: try row.int64(first + 4), currency: try row.string(first + 5)),
            category: row.text(first + 6),
            image: row.text(first + 7),
            collections: collections
        )
    }
}

extension Brand {
    /// The brand of two columns, its id and its name.
    init(_ row: Row, from first: Int = 0) throws(StoreError) {
        self.init(id: try row.string(first), name: try row.string(first + 1))
    }
}

extension SearchCriteria {
    /// The criteria of the columns of ``SQL/criteria`` from `first` on.
    init(_ row: Row, from first: Int = 0) throws(StoreError) {
        guard let types = Set(typeBits: Int(try row.int64(first + 1))) else {
            throw row.undecodable(first + 1, "types' bits")
        }
        self.init(
            market: row.text(first),
            types: types,
            price: ClosedInterval(min: row.int(first + 2), max: row.int(first + 3)),
            bedrooms: ClosedInterval(min: row.int(first + 4).map(Int.init), max: row.int(first + 5).map(Int.init)),
            bathrooms: ClosedInterval(min: row.double(first + 6), max: row.double(first + 7)),
            area: ClosedInterval(min: row.double(first + 8), max: row.double(first + 9)),
            place: try Area(row, from: first + 10)
        )
    }
}

extension Area {
    /// The area of three columns, latitude, longitude and radius; `nil` where they are null.
    fileprivate init?(_ row: Row, from first: Int) throws(StoreError) {
        guard let latitude = row.double(first) else { return nil }
        guard let longitude = row.double(first + 1), let radius = row.double(first + 2),
            let center = Coordinate(latitude: latitude, longitude: longitude)
        else { throw row.undecodable(first, "a latitude, before a longitude and a radius") }
        self.init(center: center, radius: radius)
    }
}
