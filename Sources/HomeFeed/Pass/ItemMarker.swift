import Catalogue

/// Marks what has changed about the items of a home, and what the user did with them.
struct ItemMarker {
    private let config: MarksConfig
    private let context: FeedContext
    private let changes: ItemChanges?
    private let lastVisit: Instant?
    private let usesHistory: Bool
    private let marksSaved: Bool
    /// Whether any item may be back in stock or cheaper.
    private let mayHaveChanged: Bool

    init(_ config: MarksConfig, _ context: FeedContext) {
        self.config = config
        self.context = context
        let usesChanges = config.priceDrop != nil || config.backInStock != nil
        changes = usesChanges ? context.changes : nil
        lastVisit = config.newSinceLastVisit ? context.lastVisitEnd : nil
        usesHistory = usesChanges && context.snapshot.hasHistories
        marksSaved = config.saved && context.cached.hasSavedItems
        mayHaveChanged = usesHistory || changes?.priceDrops.isEmpty == false
    }

    func add(to mark: inout Mark, of row: ItemRow, _ table: inout MarkTable) {
        if marksSaved, context.cached.hasSaved(hash: context.snapshot.idHash(of: row)) { mark.flags.insert(.isSaved) }
        if let lastVisit {
            let listedAt = context.snapshot.listedAt(row)
            if listedAt > lastVisit, listedAt <= context.now { mark.flags.insert(.isNewSinceLastVisit) }
        }
        if !mayHaveChanged { return }
        let history = usesHistory ? context.snapshot.history(of: row) : nil
        if let period = config.backInStock, let history, history.restockedAt > context.now - period {
            mark.flags.insert(.isBackInStock)
        }
        mark.priceDrop = priceDrop(row, history, &table)
    }

    /// The fall of an item's price since the user saw it, or else lately.
    private func priceDrop(_ row: ItemRow, _ history: ItemHistory?, _ table: inout MarkTable) -> Int? {
        guard let period = config.priceDrop else { return nil }
        let seen = changes?.price(before: row)
        var before = seen
        if seen == nil, let history, let was = history.wasPrice, history.priceFellAt > context.now - period {
            before = context.snapshot.price(of: row).map { Money(amount: was, currency: $0.currency) }
        }
        guard let before, let now = context.snapshot.price(of: row), now.amount < before.amount else { return nil }
        return table.add(priceBefore: before, now, isPersonal: seen != nil)
    }
}
