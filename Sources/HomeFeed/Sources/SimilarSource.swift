import Catalogue
import JSON
import Recommendations

/// The items most like the one that the request is about, or else like the one that the user opened last.
struct SimilarSource: ItemSource {
    static let kind = "similar"

    static let canFail = true

    let isPaged = false
    let options: ItemQueryOptions

    init?(options: inout CheckedObject, _ kinds: KindTable) {
        guard let items = ItemQueryOptions(&options, kinds, isSorted: false) else { return nil }
        self.options = items
    }

    /// The item that the request names needs no record.
    func needsUser(_ context: FeedContext) -> Bool { context.subject == nil }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        guard let subject = subject(context) else { return nil }
        guard let filter = options.filter(page) else { return .nothing }
        let found = context.snapshot.similar(
            to: subject,
            matching: filter,
            at: context.now,
            limit: page.limit,
            without: excluded
        )
        return Candidates(found.map { Candidate(.item($0.row)) })
    }

    /// The request's item, or else the user's last opened one that the catalogue still has; `nil` where it is of none of the kinds.
    private func subject(_ context: FeedContext) -> ItemRow? {
        let candidates = context.subject.map { [$0] } ?? context.record.opened
        return candidates.lazy.filter { options.kinds.isEmpty || options.kinds.contains($0.kind) }
            .compactMap { context.snapshot.row(of: $0) }.first
    }
}
