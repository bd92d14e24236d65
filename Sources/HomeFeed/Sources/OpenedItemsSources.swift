import Bytes
import Catalogue
import Recommendations

/// The items most similar to the item that the request names, or else to the one that the user opened last.
struct SimilarSource: ItemSource {
    let canFail = true
    let isPaged = false
    let options: ItemQueryOptions

    /// The item that a request names needs no record.
    func needsUser(_ context: FeedContext) -> Bool { context.subject == nil }

    func mayScan(_ context: FeedContext) -> Bool { !context.hasIndex }

    /// For `{item}` in the widget's title.
    func heading(_ context: FeedContext) -> Heading {
        let snapshot = context.snapshot
        guard let subject = subject(context), let item = PackedItemView(snapshot.packed(subject)) else {
            return Heading()
        }
        return Heading(item: String(decoding: item.text(.title)))
    }

    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        guard let subject = subject(context) else { return false }
        guard let filter = options.filter(page) else { return true }
        let found = context.snapshot.similar(
            to: subject,
            matching: filter,
            context.learned,
            context.weights,
            at: context.now,
            limit: page.limit,
            without: candidates.excluded
        )
        for item in found { candidates.append(item.row) }
        return true
    }

    /// The request's item, or else the last opened one in the catalogue, if its kind is one of the source's.
    func subject(_ context: FeedContext) -> ItemRow? {
        let candidates = context.subject.map { [$0] } ?? context.record.opened
        return candidates.lazy.filter { options.kinds.isEmpty || options.kinds.contains($0.kind) }
            .compactMap { context.snapshot.row(of: $0) }.first { context.snapshot.hasStarted($0, at: context.now) }
    }
}

/// The brands that the user opened most, themselves or by their items; then the others in order of arrival.
struct BrandsSource: Source {
    let isPaged = false

    func find(_ page: CandidateRequest, _ context: FeedContext, into candidates: inout Candidates) -> Bool {
        let snapshot = context.snapshot
        var counts: [Int: Int] = [:]
        for id in context.record.opened {
            guard let brand = snapshot.row(of: id).flatMap(snapshot.brand(of:)) else { continue }
            counts[brand, default: 0] += 1
        }
        for id in context.record.openedCards {
            if let brand = snapshot.brands.firstIndex(where: { $0.itemID == id }) { counts[brand, default: 0] += 1 }
        }
        let opened = counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.map(\.key)
        let end = candidates.items.count + page.limit
        func add(_ index: Int) {
            if !candidates.excluded.contains(brand: index, in: snapshot) { candidates.append(brand: index) }
        }
        for index in opened where candidates.items.count < end { add(index) }
        for index in snapshot.brands.indices where counts[index] == nil {
            if candidates.items.count == end { break }
            add(index)
        }
        return true
    }
}
