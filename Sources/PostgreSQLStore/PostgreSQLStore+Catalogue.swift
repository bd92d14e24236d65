import PostgreSQL
public import Catalogue
import Revisions

extension PostgreSQLStore {
    /// Adds or replaces the listings in one transaction.
    public func upsert(_ listings: [Listing]) async throws(StoreError) -> [UpsertOutcome] {
        let batches = listings.batches(by: \.id)
        if batches.isEmpty { return [] }
        if listings.count >= Loader.fewest { return try Self.outcomes(in: await loader.load(batches)) }
        return try await outcomes(of: batches.map { SQL.putListings($0) })
    }

    /// Adds or replaces the products, their brands and collections in one transaction.
    public func upsert(_ products: [Product]) async throws(StoreError) -> [UpsertOutcome] {
        let batches = products.batches(by: \.id)
        if batches.isEmpty { return [] }
        return try await outcomes(of: batches.map { SQL.putProducts($0) })
    }

    /// Removes the listings in one transaction.
    public func remove(listings ids: [String]) async throws(StoreError) -> Int {
        if ids.isEmpty { return 0 }
        let rows = try await write(Writer.Change(statements: [SQL.removeListings(.texts(ids))]))[0]
        return Int(rows[0].int(0) ?? 0)
    }

    private func outcomes(of statements: [BoundStatement]) async throws(StoreError) -> [UpsertOutcome] {
        try Self.outcomes(in: await write(Writer.Change(statements: statements)))
    }

    private static func outcomes(in batches: [Rows]) throws(StoreError) -> [UpsertOutcome] {
        var outcomes: [UpsertOutcome] = []
        for rows in batches {
            for row in 0..<rows.count { outcomes.append(try UpsertOutcome(rows[row])) }
        }
        return outcomes
    }
}

extension UpsertOutcome {
    /// The outcome of a row.
    init(_ row: Row) throws(StoreError) {
        switch row.int(0) {
        case 0: self = .added
        case 1: self = .changed
        case 2: self = .unchanged
        case let other: throw .defect("an upsert cannot come to \(other.map(String.init) ?? "nothing")")
        }
    }
}

extension Array {
    /// The elements in batches, as long as they can be without an id that is twice in one: each statement sees what was there
    /// before it, and what comes twice has to see itself.
    func batches(by id: (Element) -> String) -> [ArraySlice<Element>] {
        var batches: [ArraySlice<Element>] = []
        var ids: Set<String> = []
        var start = 0
        for index in indices where !ids.insert(id(self[index])).inserted {
            batches.append(self[start..<index])
            ids = [id(self[index])]
            start = index
        }
        if start < count { batches.append(self[start...]) }
        return batches
    }
}

extension SQL {
    fileprivate static func putListings(_ listings: ArraySlice<Listing>) -> BoundStatement {
        SQL.putListings(
            .int8s(listings.map { Int64(bitPattern: $0.revision.rawValue) }),
            .texts(listings.map(\.id)),
            .texts(listings.map(\.title)),
            .int2s(listings.map { Int16($0.type.code) }),
            .int8s(listings.map(\.price.amount)),
            .texts(listings.map(\.price.currency)),
            .int8s(listings.map { $0.bedrooms.map(Int64.init) }),
            .float8s(listings.map(\.bathrooms)),
            .float8s(listings.map(\.area)),
            .float8s(listings.map { $0.place?.longitude }),
            .float8s(listings.map { $0.place?.latitude }),
            .texts(listings.map(\.address)),
            .texts(listings.map(\.market)),
            .int8s(listings.map(\.listedAt)),
            .int2s(listings.map { Int16($0.status.code) }),
            .int8s(listings.map(\.expiresAt)),
            .texts(listings.map { TextList.encode($0.images) })
        )
    }

    fileprivate static func putProducts(_ products: ArraySlice<Product>) -> BoundStatement {
        var numbers: [Int64] = []
        var collections: [String] = []
        var revisions: [Int64] = []
        for (number, product) in zip(1..., products) {
            let product = product.withEachCollectionOnce
            revisions.append(Int64(bitPattern: product.ownRevision.rawValue))
            numbers += product.collections.map { _ in Int64(number) }
            collections += product.collections
        }
        return SQL.putProducts(
            .int8s(revisions),
            .texts(products.map(\.id)),
            .texts(products.map(\.title)),
            .texts(products.map(\.brand.id)),
            .int8s(products.map { Int64(bitPattern: $0.brand.revision.rawValue) }),
            .texts(products.map(\.brand.name)),
            .int8s(products.map(\.price.amount)),
            .texts(products.map(\.price.currency)),
            .texts(products.map(\.category)),
            .texts(products.map(\.image)),
            .int8s(numbers),
            .texts(collections)
        )
    }
}
