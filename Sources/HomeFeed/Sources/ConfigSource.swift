import Catalogue
import HomeDocument
import JSON

/// A source whose cards stand in the config itself: the same for every user.
protocol ConfigSource: Source {
    init?(options: inout CheckedObject)
}

extension ConfigSource {
    var isPaged: Bool { false }

    init?(options: inout CheckedObject, _ kinds: KindTable) { self.init(options: &options) }

    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates? {
        Candidates(cards.indices.prefix(page.limit).map { Candidate(.card($0)) })
    }
}
