/// What a store keeps of a user beside the events.
public struct UserState: Hashable, Sendable {
    public var record: UserRecord
    public var counts: UserCounts

    public static let empty = UserState(record: .empty, counts: .empty)

    public init(record: UserRecord, counts: UserCounts) {
        self.record = record
        self.counts = counts
    }

    /// Applies a batch of events, in the order of their times; those of equal times in the order of the batch.
    package mutating func apply<Failure: Error>(
        _ batch: EventBatch,
        at now: Instant,
        isKnown: (CatalogueItem.ID) throws(Failure) -> Bool
    ) throws(Failure) -> BatchEffect {
        if let id = batch.id, !counts.remember(batch: id, at: now) {
            return BatchEffect(outcome: BatchOutcome(isRepeated: true, counts: counts))
        }
        var effect = BatchEffect(outcome: BatchOutcome(counts: counts))
        var tally = UserTally(counts)
        var dailyOpenings = counts.dailyOpenings
        let order = batch.events.indices.sorted { (batch.events[$0].at, $0) < (batch.events[$1].at, $1) }
        for index in order {
            let event = batch.events[index]
            if let item = event.requiredItem, try !isKnown(item) {
                effect.outcome.unknownItems.append(index)
                continue
            }
            tally.add(event, to: &effect.totals)
            guard case .action(var action) = event.content else { continue }
            if case .opened(let id, _) = action, !id.isCard {
                action = .opened(id, since: dailyOpenings.take(at: now) ? record.openings.time(of: id) : .distantFuture)
            }
            guard let change = record.apply(action, at: event.at, price: event.price) else { continue }
            effect.logged.append((action, event.at))
            if let id = change.firstOpened { effect.openedBy.append((id, 1)) }
            if let id = change.forgotten { effect.openedBy.append((id, -1)) }
        }
        effect.outcome.unknownItems.sort()
        effect.outcome.hasChangedRecord = !effect.logged.isEmpty
        counts = tally.counts(addingTo: &effect.totals)
        counts.dailyOpenings = dailyOpenings
        counts.revision += 1
        effect.outcome.counts = counts
        return effect
    }
}

/// What a batch changes in a store, beside the ``UserState``.
package struct BatchEffect: Sendable {
    package var outcome: BatchOutcome
    package var logged: [(action: UserAction, at: Instant)] = []
    /// The changes of the numbers of users who opened items.
    package var openedBy: [(item: CatalogueItem.ID, difference: Int)] = []
    package var totals = EventTotals()
}
