import Catalogue
import Localization
import Recommendations

extension HomeFeed {
    private static let cardInterval: Duration = .seconds(1)
    /// The number of cards that are rendered before other work gets its turn.
    private static let cardBatch = 64

    /// Renders the missing cards of the items that lists show most, in each language, now and after each change of the
    /// items, until the task is cancelled. So the first homes after a start or an import need not render them.
    public func keepCards(of catalogue: SnapshotUpdater) async {
        var done: (contentID: UInt64, languages: Int)?
        while !Task.isCancelled {
            let localizers = config.languages.knownLocalizers
            if let snapshot = catalogue.current,
                done?.contentID != snapshot.contentID || done?.languages != localizers.count
            {
                await keepCards(of: snapshot, localizers)
                done = (snapshot.contentID, localizers.count)
            }
            try? await Task.sleep(for: Self.cardInterval)
        }
    }

    func keepCards(of snapshot: CatalogueSnapshot, _ localizers: [Localizer]) async {
        let share = caches.cards.preparedBytes / localizers.count
        let learned = LearnedIndex.of(snapshot, interactions?.index(of: snapshot))
        let rows = learned.best(share / CardCache.usualSize, by: config.weights)
        for localizer in localizers {
            var (renderer, bytes) = (CardRenderer(localizer, config.images), 0)
            for first in stride(from: 0, to: rows.count, by: Self.cardBatch) where bytes < share && !Task.isCancelled {
                let tables = caches.cards.tables
                var missing: [(key: UInt64, card: Card)] = []
                for row in rows[first..<min(first + Self.cardBatch, rows.count)] where bytes < share {
                    let key = CardCache.key(snapshot.identity(of: row).revision, renderer.form)
                    if let size = tables.size(of: key) {
                        bytes += size
                    } else if let card = renderer.card(of: row, in: snapshot) {
                        bytes += card.size
                        missing.append((key, card))
                    }
                }
                caches.cards.keep(missing)
                await Task.yield()
            }
        }
    }
}
