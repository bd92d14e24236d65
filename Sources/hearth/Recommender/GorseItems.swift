import Catalogue
import Recommendations

/// Finds the items of Gorse's lists: the available ones of the page's category, the best first, up to the page's end.
struct GorseItems {
    let snapshot: CatalogueSnapshot
    let page: GorsePage
    /// Of the user whose opened items are left out.
    let record: UserRecord

    struct Item {
        let row: ItemRow
        let score: Double
    }

    /// Recommendations for the user: those of the kind that the user searched or opened last, then those of the other
    /// kinds.
    func recommended(_ learned: LearnedIndex) -> [Item] {
        let best = recommended(of: [], learned, page.end)
        let kinds = Set(best.map { snapshot.kind(of: $0.row).name })
        let others = snapshot.kinds.kinds.map(\.name).filter { !kinds.contains($0) }
        return others.isEmpty ? best : best + recommended(of: others, learned, page.end - best.count)
    }

    private func recommended(of kinds: [String], _ learned: LearnedIndex, _ count: Int) -> [Item] {
        guard count > 0 else { return [] }
        let query = RecommendationQuery(record: record, kinds: kinds, filter: page.filter)
        return snapshot.ranking(for: query, learned, at: page.now).best(count, in: snapshot, at: page.now)
            .map { Item(row: $0.row, score: $0.score) }
    }

    /// The items like an item; none if it does not exist.
    func neighbors(of id: CatalogueItem.ID?, _ learned: LearnedIndex) -> [Item] {
        guard let row = id.flatMap({ snapshot.row(of: $0) }) else { return [] }
        return snapshot.similar(
            to: row,
            matching: page.filter,
            learned,
            at: page.now,
            limit: page.end,
            without: opened
        ).map { Item(row: $0.row, score: $0.score) }
    }

    /// The items that were listed last. The score is the time of that, in Unix seconds.
    var latest: [Item] {
        find(ItemQuery(filter: page.filter)).map { Item(row: $0, score: Double(snapshot.listedAt($0))) }
    }

    /// The items that most users opened. The score is the number of users.
    var popular: [Item] {
        find(ItemQuery(filter: page.filter, sort: .popularity)).map {
            Item(row: $0, score: Double(snapshot.openedBy($0)))
        }
    }

    private func find(_ query: ItemQuery) -> [ItemRow] {
        snapshot.find(query, at: page.now, limit: page.end, without: opened).map(\.row)
    }

    private var opened: ExcludedItems { ExcludedItems(hashes: record.opened.map(\.hash), bits: 64) }
}
