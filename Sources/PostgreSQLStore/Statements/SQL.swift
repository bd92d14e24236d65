import PostgreSQL

/// Every statement that the store runs, each by name.
///
/// Written to be prepared once on each connection, with the settings of ``Session``, sent in pipeline mode and read in binary
/// format. Each text stands beside a comment that tells its parameters and its columns, in PostgreSQL's types; a `?` is a null
/// that is expected.
enum SQL: Int, CaseIterable {
    // Around every change
    case takeTurn, tellVersions
    // After a promotion
    case quicken, beginHistory
    // The schema
    case lockSchema, addSchemaVersion, schemaVersion, putSchemaVersion
    // Reading a user
    case lastSearch, recentlyOpened, openedListings, openedProducts, openedAmong
    // Reading feedback
    case feedback, lostFeedback
    // The store's own key and versions
    case sealingKey, state
    // Reading the feed
    case listedInMarket, newestInMarket, newest, pricedInMarket, newestPriced, placesAround, newestAround, nearby
    case popularInMarket, popular, popularAround, productsOfCollection, productsOfBrand, productsOfCategory, products
    case brandsOpened, brands
    // Reading content
    case listings, productContent, listingHits, counts
    // Changing the catalogue
    case addIncoming, copyListings, putIncoming, putListings, removeListings, putProducts
    // Changing a user
    case recordSearch, recordOpened, forget
    // Changing feedback
    case acknowledgeFeedback, pruneFeedback

    /// The statement itself.
    var text: String {
        switch self {
        case .takeTurn: Self.takeTurnText
        case .tellVersions: Self.tellVersionsText
        case .quicken: Self.quickenText
        case .beginHistory: Self.beginHistoryText

        case .lockSchema: Self.lockSchemaText
        case .addSchemaVersion: Self.addSchemaVersionText
        case .schemaVersion: Self.schemaVersionText
        case .putSchemaVersion: Self.putSchemaVersionText

        case .lastSearch: Self.lastSearchText
        case .recentlyOpened: Self.recentlyOpenedText
        case .openedListings: Self.openedListingsText
        case .openedProducts: Self.openedProductsText
        case .openedAmong: Self.openedAmongText

        case .feedback: Self.feedbackText
        case .lostFeedback: Self.lostFeedbackText

        case .sealingKey: Self.sealingKeyText
        case .state: Self.stateText

        case .listedInMarket: Self.listedInMarketText
        case .newestInMarket: Self.newestInMarketText
        case .newest: Self.newestText
        case .pricedInMarket: Self.pricedInMarketText
        case .newestPriced: Self.newestPricedText
        case .placesAround: Self.placesAroundText
        case .newestAround: Self.newestAroundText
        case .nearby: Self.nearbyText
        case .popularInMarket: Self.popularInMarketText
        case .popular: Self.popularText
        case .popularAround: Self.popularAroundText
        case .productsOfCollection: Self.productsOfCollectionText
        case .productsOfBrand: Self.productsOfBrandText
        case .productsOfCategory: Self.productsOfCategoryText
        case .products: Self.productsText
        case .brandsOpened: Self.brandsOpenedText
        case .brands: Self.brandsText

        case .listings: Self.listingsText
        case .productContent: Self.productContentText
        case .listingHits: Self.listingHitsText
        case .counts: Self.countsText

        case .addIncoming: Self.addIncomingText
        case .copyListings: Self.copyListingsText
        case .putIncoming: Self.putIncomingText
        case .putListings: Self.putListingsText
        case .removeListings: Self.removeListingsText
        case .putProducts: Self.putProductsText

        case .recordSearch: Self.recordSearchText
        case .recordOpened: Self.recordOpenedText
        case .forget: Self.forgetText

        case .acknowledgeFeedback: Self.acknowledgeFeedbackText
        case .pruneFeedback: Self.pruneFeedbackText
        }
    }
}

extension SQL {
    /// The statement with values for its parameters.
    func callAsFunction(_ values: Value...) -> BoundStatement { BoundStatement(statement, values) }

    /// The statement under its name.
    var statement: Statement { Self.statements[rawValue] }

    /// What is already there costs nothing to name.
    private static let statements = allCases.map { Statement("hearth_\($0)", $0.text) }
}
