public import Catalogue
import Revisions

extension SQLiteStore {
    /// Records the search with the next commit.
    public func record(_ search: SearchCriteria, by user: UserID) async throws(StoreError) {
        let moment = feedbackClock?()
        try await writer.write { (connection) throws(StoreError) in
            let key = try connection.key(adding: user)
            if try connection.lastSearch(of: key) == search { return }
            try connection.add(search, by: key)
            try connection.run(.pruneSearches, key, StoreLimits.searchesPerUser)
            connection.touched.insert(.users)
            guard let moment else { return }
            try connection.addFeedback(by: user, searched: search, at: moment)
            try connection.pruneFeedback()
        }
    }

    /// Records what was opened with the next commit.
    public func recordOpened(_ items: [ItemID], by user: UserID) async throws(StoreError) {
        if items.isEmpty { return }
        let moment = feedbackClock?()
        try await writer.write { (connection) throws(StoreError) in
            let key = try connection.key(adding: user)
            for item in items {
                guard let itemKey = try connection.key(of: item) else { throw .unknownItem(item) }
                try connection.run(.addOpened, key, item.kind.code, itemKey)
                guard connection.changes > 0 else { continue }
                connection.touched.formUnion([.openings, .users])
                if item.kind == .listing { try connection.run(.countOpened, itemKey) }
                if let moment { try connection.addFeedback(by: user, opened: item, at: moment) }
            }
            if moment != nil { try connection.pruneFeedback() }
        }
    }

    /// Deletes the user, and what was recorded of them, with the next commit.
    public func forget(_ user: UserID) async throws(StoreError) {
        try await writer.write { (connection) throws(StoreError) in
            if let key = try connection.key(of: user) {
                try connection.run(.uncountOpened, key)
                try connection.run(.forget, user.rawValue)
                connection.touched.formUnion([.openings, .users])
            }
            try connection.run(.forgetFeedback, user.rawValue)
        }
    }

    /// Reads the last search and the listings that were opened from one state of the store.
    public func record(of user: UserID) async throws(StoreError) -> UserRecord {
        try readers.read { (connection) throws(StoreError) in
            guard let key = try connection.key(of: user) else { return .unknown }
            var opened: [ListingHit] = []
            try connection.prepare(.recentlyOpened, key, UserRecord.recentLimit).forEach { (row) throws(StoreError) in
                opened.append(try ListingHit(row))
                return true
            }
            return UserRecord(
                lastSearch: try connection.lastSearch(of: key),
                recentlyOpened: opened,
                opened: try connection.openedListings(by: key),
                openedProducts: try connection.openedProducts(by: key)
            )
        }
    }

    /// Looks up each of the listings among those that the user opened.
    public func opened(by user: UserID, among listings: [ItemKey]) async throws(StoreError) -> Set<ItemKey> {
        try readers.read { (connection) throws(StoreError) in
            guard let key = try connection.key(of: user) else { return [] }
            var opened: Set<ItemKey> = []
            for listing in listings {
                let row = try connection.prepare(.hasOpened, key, ItemID.Kind.listing.code, listing.rawValue)
                if try row.first({ _ in true }) == true { opened.insert(listing) }
            }
            return opened
        }
    }
}

extension Connection {
    fileprivate func key(of user: UserID) throws(StoreError) -> Int64? {
        try prepare(.userKey, user.rawValue).first { $0.int64(0) }
    }

    fileprivate func key(adding user: UserID) throws(StoreError) -> Int64 {
        if let known = try key(of: user) { return known }
        try run(.addUser, user.rawValue)
        return lastInsertedKey
    }

    fileprivate func key(of item: ItemID) throws(StoreError) -> Int64? {
        let sql: SQL =
            switch item.kind {
            case .listing: .listingKey
            case .product: .productKey
            }
        return try prepare(sql, item.id).first { $0.int64(0) }
    }

    /// All listings that the user opened; `nil` where they are more than a record tells of.
    fileprivate func openedListings(by user: Int64) throws(StoreError) -> ItemKeys? {
        var opened: [ItemKey] = []
        try prepare(.openedListings, user, StoreLimits.openedInRecord + 1).forEach { row in
            opened.append(ItemKey(rawValue: row.int64(0)))
            return true
        }
        return opened.count > StoreLimits.openedInRecord ? nil : ItemKeys(opened)
    }

    /// The number of the product that the user opened last tells those before it, since none ever goes; and no user has the
    /// key of one who was forgotten.
    fileprivate func openedProducts(by user: Int64) throws(StoreError) -> Revision? {
        let last = try prepare(.openedProducts, user).first { $0.known(0, Statement.int64) } ?? nil
        return last.map { last in
            Revision {
                $0.combine(user)
                $0.combine(last)
            }
        }
    }

    fileprivate func lastSearch(of user: Int64) throws(StoreError) -> SearchCriteria? {
        try prepare(.lastSearch, user).first { (row) throws(StoreError) in try SearchCriteria(row) }
    }

    fileprivate func add(_ search: SearchCriteria, by user: Int64) throws(StoreError) {
        try run(
            .addSearch,
            user,
            search.market,
            search.typeBits,
            search.price.min,
            search.price.max,
            search.bedrooms.min,
            search.bedrooms.max,
            search.bathrooms.min,
            search.bathrooms.max,
            search.area.min,
            search.area.max,
            search.place?.center.latitude,
            search.place?.center.longitude,
            search.place?.radius
        )
    }
}
