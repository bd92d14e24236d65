import Catalogue
import CheckedJSON

/// The brands of the items that the user opened most, filled up with the others in the order in which they came into the
/// catalogue.
struct BrandCandidates: CandidateSource {
    static let kind = "brands"

    let isPaged = false

    init?(options: inout CheckedObject, _ kinds: KindTable) {}

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        let snapshot = context.snapshot
        var counts: [Int: Int] = [:]
        for id in context.history.opened {
            guard let brand = snapshot.row(of: id).flatMap(snapshot.brand(of:)) else { continue }
            counts[brand, default: 0] += 1
        }
        let opened = counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.map(\.key)
        let others = snapshot.brands.indices.lazy.filter { counts[$0] == nil }
        let brands = Array(opened.prefix(page.limit)) + others.prefix(max(0, page.limit - opened.count))
        return Candidates(brands.map { Candidate(.brand($0)) })
    }
}
