/// Every statement that the store runs, each by name.
///
/// Each has one good plan, whatever the store holds: the order of the tables in a join is fixed (`CROSS JOIN`), and so
/// is the index that a reading begins with (`INDEXED BY`). Statistics (`ANALYZE`) would have nothing to decide.
enum SQL: Int, CaseIterable {
    // Transactions
    case begin, beginWriting, commit, rollback, savepoint, release, rollbackToSavepoint
    // Reading a user
    case userKey, lastSearch, recentlyOpened, openedListings, openedProducts, hasOpened
    // Reading feedback
    case feedback, lostFeedback
    // The store's own key and versions
    case sealingKey, version, changeVersion
    // Reading the feed
    case newestInMarket, newestInMarketTied, newest, newestTied, newestAround
    case listedInMarket, listedInCell, nextMarketInCell
    case placesAround, nearby
    case popularInMarket, popular, popularAround
    case productsOfCollection, productsOfBrand, productsOfCategory, products
    case brandsOpened, brands
    // Reading content
    case listing, product, collectionsOfProduct, listingHit, counts
    // Changing the catalogue
    case listingState, putListing, removePlace, putPlace, removeListing, removeOpened
    case brandState, addBrand, renameBrand
    case productState, putProduct
    case collectionKey, addCollection, putIntoCollection, removeFromCollection
    // Changing a user
    case addUser, addSearch, pruneSearches, listingKey, productKey, addOpened, countOpened, uncountOpened, forget
    // Changing feedback
    case addFeedbackOfOpening, addFeedbackOfSearch
    case acknowledgeFeedback, forgetFeedback, pruneFeedback, countLostFeedback

    /// The statement itself.
    var text: String {
        switch self {
        case .begin: "BEGIN"
        case .beginWriting: "BEGIN IMMEDIATE"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        case .savepoint: "SAVEPOINT change"
        case .release: "RELEASE change"
        case .rollbackToSavepoint: "ROLLBACK TO change"

        case .userKey: "SELECT key FROM user WHERE id = ?"
        case .lastSearch: "SELECT \(Self.criteria) FROM search WHERE user = ? ORDER BY sequence DESC LIMIT 1"
        case .recentlyOpened:
            """
            SELECT \(Self.hit)
            FROM opened INDEXED BY opened_by_sequence CROSS JOIN listing ON listing.key = opened.item
            WHERE opened.user = ? AND opened.kind = 0
            ORDER BY opened.sequence DESC LIMIT ?
            """
        case .openedListings: "SELECT item FROM opened WHERE user = ? AND kind = 0 LIMIT ?"
        case .openedProducts: "SELECT max(sequence) FROM opened WHERE user = ? AND kind = 1"
        case .hasOpened: "SELECT 1 FROM opened WHERE user = ? AND kind = ? AND item = ?"

        case .feedback:
            """
            SELECT position, user, at, kind, item, \(Self.criteria)
            FROM feedback WHERE position > 0 ORDER BY position LIMIT ?
            """
        case .lostFeedback: "SELECT lost_feedback FROM store WHERE key = 1"

        case .sealingKey: "SELECT sealing_key FROM store WHERE key = 1"
        case .version: "SELECT catalogue_version, openings_version, users_version FROM store WHERE key = 1"
        case .changeVersion:
            """
            UPDATE store SET catalogue_version = catalogue_version + ?, openings_version = openings_version + ?,
                users_version = users_version + ?
            WHERE key = 1 RETURNING catalogue_version, openings_version, users_version
            """

        case .newestInMarket:
            """
            SELECT \(Self.hit) FROM listing INDEXED BY listing_by_market
            WHERE market = ?14 AND listed_at <= ?15 AND \(Self.fits)
            ORDER BY listed_at DESC, id
            """
        case .newestInMarketTied:
            """
            SELECT \(Self.hit) FROM listing INDEXED BY listing_by_market
            WHERE market = ?14 AND listed_at = ?15 AND id > ?16 AND \(Self.fits)
            ORDER BY id
            """
        case .newest:
            """
            SELECT \(Self.hit) FROM listing INDEXED BY listing_by_date
            WHERE listed_at <= ?15 AND \(Self.fits)
            ORDER BY listed_at DESC, id
            """
        case .newestTied:
            """
            SELECT \(Self.hit) FROM listing INDEXED BY listing_by_date
            WHERE listed_at = ?15 AND id > ?16 AND \(Self.fits)
            ORDER BY id
            """
        case .listedInMarket:
            """
            SELECT \(Self.hit) FROM listing INDEXED BY listing_by_market
            WHERE market = ?1 AND \(Self.isBehind) ORDER BY listed_at DESC, id LIMIT ?5
            """
        case .listedInCell:
            """
            SELECT \(Self.hit) FROM listing INDEXED BY listing_by_cell
            WHERE \(Grid.formula) = ?2 AND market = ?1 AND latitude IS NOT NULL AND \(Self.isBehind)
            ORDER BY listed_at DESC, id LIMIT ?5
            """
        case .nextMarketInCell:
            """
            SELECT market FROM listing INDEXED BY listing_by_cell
            WHERE \(Grid.formula) = ?1 AND market > ?2 AND latitude IS NOT NULL AND status = 0
            ORDER BY market LIMIT 1
            """
        case .newestAround:
            """
            SELECT \(Self.hit)
            FROM listing_place CROSS JOIN listing ON listing.key = listing_place.key
            WHERE listing_place.key MATCH sphere(?17, ?18, ?19, ?20, ?21)
            AND market = ifnull(?14, market) AND \(Self.fits)
            AND (listed_at < ?15 OR listed_at = ?15 AND id > ?16)
            ORDER BY listed_at DESC, id
            """
        case .placesAround: "SELECT key FROM listing_place WHERE key MATCH sphere(?, ?, ?, ?, ?) LIMIT ?"
        case .nearby:
            """
            SELECT \(Self.hit)
            FROM listing_place CROSS JOIN listing ON listing.key = listing_place.key
            WHERE listing_place.key MATCH sphere(?1, ?2, ?3, ?4, ?5) AND \(Self.isOnOffer(at: "?6"))
            """
        case .popularInMarket:
            """
            SELECT \(Self.hit) FROM listing INDEXED BY listing_by_popularity_in_market
            WHERE market = ?14 AND opened_by > 0 AND \(Self.fits)
            ORDER BY opened_by DESC, listed_at DESC, id
            """
        case .popular:
            """
            SELECT \(Self.hit) FROM listing INDEXED BY listing_by_popularity
            WHERE opened_by > 0 AND \(Self.fits)
            ORDER BY opened_by DESC, listed_at DESC, id
            """
        case .popularAround:
            """
            SELECT \(Self.hit)
            FROM listing_place CROSS JOIN listing ON listing.key = listing_place.key
            WHERE listing_place.key MATCH sphere(?17, ?18, ?19, ?20, ?21)
            AND market = ifnull(?14, market) AND opened_by > 0 AND \(Self.fits)
            ORDER BY opened_by DESC, listed_at DESC, id
            """

        case .productsOfCollection:
            """
            SELECT \(Self.productHit), collection_item.arrival
            FROM collection_item INDEXED BY collection_item_by_arrival
            CROSS JOIN product ON product.key = collection_item.product
            CROSS JOIN brand ON brand.key = product.brand
            WHERE collection_item.collection = (SELECT key FROM collection WHERE id = ?5)
            AND collection_item.arrival > ?6 AND \(Self.suits)
            ORDER BY collection_item.arrival LIMIT ?7
            """
        case .productsOfBrand:
            """
            SELECT \(Self.productHit), product.arrival
            FROM brand CROSS JOIN product INDEXED BY product_by_brand ON product.brand = brand.key
            WHERE brand.id = ?5 AND product.arrival > ?6 AND \(Self.suits)
            ORDER BY product.arrival LIMIT ?7
            """
        case .productsOfCategory:
            """
            SELECT \(Self.productHit), product.arrival
            FROM product INDEXED BY product_by_category CROSS JOIN brand ON brand.key = product.brand
            WHERE product.category = ?5 AND product.arrival > ?6 AND \(Self.suits)
            ORDER BY product.arrival LIMIT ?7
            """
        case .products:
            """
            SELECT \(Self.productHit), product.arrival
            FROM product CROSS JOIN brand ON brand.key = product.brand
            WHERE product.arrival > ?6 AND \(Self.suits)
            ORDER BY product.arrival LIMIT ?7
            """
        case .brandsOpened:
            """
            SELECT brand.id, brand.name
            FROM opened
            CROSS JOIN product ON product.key = opened.item
            CROSS JOIN brand ON brand.key = product.brand
            WHERE opened.user = (SELECT key FROM user WHERE id = ?) AND opened.kind = 1
            GROUP BY brand.key ORDER BY count(*) DESC, brand.arrival LIMIT ?
            """
        case .brands: "SELECT id, name FROM brand WHERE arrival > 0 ORDER BY arrival LIMIT ?"

        case .listing: "SELECT \(Self.listingContent) FROM listing WHERE key = ?1 AND \(Self.isOnOffer(at: "?2"))"
        case .product:
            """
            SELECT product.id, title, brand.id, brand.name, price, currency, category, image
            FROM product CROSS JOIN brand ON brand.key = product.brand
            WHERE product.key = ?
            """
        case .collectionsOfProduct:
            """
            SELECT collection.id
            FROM collection_item CROSS JOIN collection ON collection.key = collection_item.collection
            WHERE collection_item.product = ?
            ORDER BY collection_item.place
            """
        case .listingHit: "SELECT \(Self.hit) FROM listing WHERE id = ?1 AND \(Self.isOnOffer(at: "?2"))"
        case .counts:
            """
            SELECT (SELECT count(*) FROM listing), (SELECT count(*) FROM product),
                (SELECT count(*) FROM brand), (SELECT count(*) FROM collection)
            """

        case .listingState: "SELECT key, revision, latitude, longitude, status FROM listing WHERE id = ?"
        case .putListing:
            """
            INSERT INTO listing (revision, \(Self.listingContent))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET (revision, \(Self.listingContent))
            = (excluded.revision, \(Self.excluded(Self.listingContent)))
            """
        case .removePlace: "DELETE FROM listing_place WHERE key = ?"
        case .putPlace: "INSERT INTO listing_place VALUES (?1, ?2, ?2, ?3, ?3, ?4, ?4)"
        case .removeListing: "DELETE FROM listing WHERE key = ?"
        case .removeOpened: "DELETE FROM opened INDEXED BY opened_by_item WHERE kind = 0 AND item = ?"

        case .brandState: "SELECT key, revision FROM brand WHERE id = ?"
        case .addBrand:
            """
            INSERT INTO brand (id, revision, name, arrival)
            VALUES (?, ?, ?, (SELECT ifnull(max(arrival), 0) + 1 FROM brand))
            """
        case .renameBrand: "UPDATE brand SET revision = ?2, name = ?3 WHERE key = ?1"

        case .productState: "SELECT key, revision FROM product WHERE id = ?"
        case .putProduct:
            """
            INSERT INTO product (\(Self.productContent), arrival)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT ifnull(max(arrival), 0) + 1 FROM product))
            ON CONFLICT (id) DO UPDATE SET (\(Self.productContent)) = (\(Self.excluded(Self.productContent)))
            """

        case .collectionKey: "SELECT key FROM collection WHERE id = ?"
        case .addCollection: "INSERT INTO collection (id) VALUES (?)"
        case .putIntoCollection:
            """
            INSERT INTO collection_item (product, collection, place, arrival)
            VALUES (?1, ?2, ?3, (SELECT ifnull(max(arrival), 0) + 1 FROM collection_item WHERE collection = ?2))
            ON CONFLICT (product, collection) DO UPDATE SET place = excluded.place
            """
        case .removeFromCollection:
            """
            DELETE FROM collection_item
            WHERE product = ? AND collection = (SELECT key FROM collection WHERE id = ?)
            """

        case .addUser: "INSERT INTO user (id) VALUES (?)"
        case .addSearch:
            """
            INSERT INTO search (user, sequence, \(Self.criteria))
            VALUES (?1, (SELECT ifnull(max(sequence), 0) + 1 FROM search WHERE user = ?1),
                ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .pruneSearches:
            """
            DELETE FROM search
            WHERE user = ?1 AND sequence <= (SELECT max(sequence) FROM search WHERE user = ?1) - ?2
            """
        case .listingKey: "SELECT key FROM listing WHERE id = ?"
        case .productKey: "SELECT key FROM product WHERE id = ?"
        case .addOpened:
            """
            INSERT INTO opened (user, kind, item, sequence)
            VALUES (?1, ?2, ?3, (SELECT ifnull(max(sequence), 0) + 1 FROM opened WHERE user = ?1 AND kind = ?2))
            ON CONFLICT (user, kind, item) DO NOTHING
            """
        case .countOpened: "UPDATE listing SET opened_by = opened_by + 1 WHERE key = ?"
        case .uncountOpened:
            """
            UPDATE listing SET opened_by = opened_by - 1
            WHERE key IN (SELECT item FROM opened WHERE user = ? AND kind = 0)
            """
        case .forget: "DELETE FROM user WHERE id = ?"

        case .addFeedbackOfOpening: "INSERT INTO feedback (user, at, kind, item) VALUES (?, ?, ?, ?)"
        case .addFeedbackOfSearch:
            """
            INSERT INTO feedback (user, at, kind, \(Self.criteria))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .acknowledgeFeedback: "DELETE FROM feedback WHERE position <= ?"
        case .forgetFeedback: "DELETE FROM feedback WHERE user = ?"
        case .pruneFeedback: "DELETE FROM feedback WHERE position <= (SELECT max(position) FROM feedback) - ?"
        case .countLostFeedback: "UPDATE store SET lost_feedback = lost_feedback + ? WHERE key = 1"
        }
    }
}
