import Catalogue
import Revisions

// How rows become values. The columns are listed in SQL.swift, in the order in which they are read here.

extension Statement {
    /// A revision, whose bits are kept as a signed integer.
    func revision(_ column: Int32) -> Revision { Revision(rawValue: UInt64(bitPattern: int64(column))) }

    /// A place in two columns; `nil` where they are null.
    func place(_ latitude: Int32, _ longitude: Int32) throws(StoreError) -> Coordinate? {
        if isNull(latitude) { return nil }
        let place = Coordinate(latitude: double(latitude), longitude: double(longitude))
        guard let place else { throw undecodable(latitude) }
        return place
    }

    /// A type by its code.
    func listingType(_ column: Int32) throws(StoreError) -> ListingType {
        guard let type = ListingType(code: int(column)) else { throw undecodable(column) }
        return type
    }

    /// A status by its code.
    func listingStatus(_ column: Int32) throws(StoreError) -> ListingStatus {
        guard let status = ListingStatus(code: int(column)) else { throw undecodable(column) }
        return status
    }

    /// A list of texts.
    func texts(_ column: Int32) throws(StoreError) -> [String] {
        guard let texts = TextList.decode(text(column)) else { throw undecodable(column) }
        return texts
    }

    /// A range in two columns.
    func interval<Bound>(
        _ min: Int32,
        _ max: Int32,
        _ read: (Statement) -> (Int32) -> Bound
    ) -> ClosedInterval<Bound> {
        ClosedInterval(min: known(min, read), max: known(max, read))
    }
}

extension ListingHit {
    init(_ row: Statement) throws(StoreError) {
        self.init(
            key: ItemKey(rawValue: row.int64(0)),
            id: row.text(10),
            revision: row.revision(1),
            type: try row.listingType(2),
            price: row.int64(3),
            bedrooms: row.known(4, Statement.int),
            bathrooms: row.known(5, Statement.double),
            area: row.known(6, Statement.double),
            place: try row.place(7, 8),
            market: row.text(11),
            listedAt: row.int64(9),
            expiresAt: row.known(12, Statement.int64)
        )
    }
}

extension ProductHit {
    init(_ row: Statement) {
        self.init(
            key: ItemKey(rawValue: row.int64(0)),
            id: row.text(1),
            revision: Product.revision(own: row.revision(2), brand: row.revision(3)),
            position: ProductPosition(rawValue: row.int64(4))
        )
    }
}

extension Listing {
    init(_ row: Statement) throws(StoreError) {
        self.init(
            id: row.text(0),
            title: row.text(1),
            type: try row.listingType(2),
            price: Money(amount: row.int64(3), currency: row.text(4)),
            bedrooms: row.known(5, Statement.int),
            bathrooms: row.known(6, Statement.double),
            area: row.known(7, Statement.double),
            place: try row.place(8, 9),
            address: row.known(10, Statement.text),
            market: row.text(11),
            listedAt: row.int64(12),
            status: try row.listingStatus(13),
            expiresAt: row.known(14, Statement.int64),
            images: try row.texts(15)
        )
    }
}

extension Product {
    /// The product of a row, in no collection yet.
    init(_ row: Statement) {
        self.init(
            id: row.text(0),
            title: row.text(1),
            brand: Brand(id: row.text(2), name: row.text(3)),
            price: Money(amount: row.int64(4), currency: row.text(5)),
            category: row.known(6, Statement.text),
            image: row.known(7, Statement.text)
        )
    }
}

extension Brand {
    init(_ row: Statement) {
        self.init(id: row.text(0), name: row.text(1))
    }
}

extension SearchCriteria {
    /// The criteria of the columns from `first` on.
    init(_ row: Statement, from first: Int32 = 0) throws(StoreError) {
        guard let types = Set(typeBits: row.int(first + 1)) else { throw row.undecodable(first + 1) }
        let center = try row.place(first + 10, first + 11)
        self.init(
            market: row.known(first, Statement.text),
            types: types,
            price: row.interval(first + 2, first + 3, Statement.int64),
            bedrooms: row.interval(first + 4, first + 5, Statement.int),
            bathrooms: row.interval(first + 6, first + 7, Statement.double),
            area: row.interval(first + 8, first + 9, Statement.double),
            place: center.map { Area(center: $0, radius: row.double(first + 12)) }
        )
    }
}
