import Catalogue
import JSON

/// The brands of the items that the user opened most, filled up with the others in the order in which they came into the
/// catalogue.
struct BrandsSource: Source {
    static let kind = "brands"

    let isPaged = false

    init?(options: inout CheckedObject, _ kinds: KindTable) {}

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        let snapshot = context.snapshot
        var counts: [Int: Int] = [:]
        for id in context.record.opened {
            guard let brand = snapshot.row(of: id).flatMap(snapshot.brand(of:)) else { continue }
            counts[brand, default: 0] += 1
        }
        let opened = counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.map(\.key)
        var brands: [Candidate] = []
        func add(_ index: Int) {
            guard brands.count < page.limit, !excluded.contains(brand: index, in: snapshot) else { return }
            brands.append(Candidate(.brand(index)))
        }
        for index in opened { add(index) }
        for index in snapshot.brands.indices where brands.count < page.limit && counts[index] == nil { add(index) }
        return Candidates(brands)
    }
}
