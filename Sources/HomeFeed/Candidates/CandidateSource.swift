import Catalogue
import CheckedJSON
import HomeDocument

/// Finds the candidates of a widget: what it may show, best first. Each kind is one file and one line in ``CandidateSources``; a
/// config names it by its kind.
///
/// A source is a plain function of its context: it waits for nothing and cannot fail.
protocol CandidateSource: Sendable {
    /// The word that names it in a config: `lastSearch`.
    static var kind: String { get }

    /// Reads the options that stand beside `kind` in a config; `nil` where one is wrong, which was then reported.
    init?(options: inout CheckedObject, _ kinds: KindTable)

    /// Whether it shows nothing without the user's record: where that cannot be read, the widget fails.
    var needsUser: Bool { get }

    /// Whether a client can load what comes behind.
    var isPaged: Bool { get }

    /// What it adds to its widget's header, known without looking for candidates.
    func heading(_ context: FeedContext) -> Heading

    /// The candidates of a page; `nil` where there is nothing to look for.
    /// - Parameter excluded: items that are shown already.
    func candidates(_ context: FeedContext, _ page: CandidatePage, without excluded: ExcludedItems) -> Candidates?
}

extension CandidateSource {
    var needsUser: Bool { false }

    var isPaged: Bool { true }

    func heading(_ context: FeedContext) -> Heading { Heading() }
}

/// The sources that look for candidates in the catalogue. To add one, write its file and add its line here.
enum CandidateSources {
    static let all: [any CandidateSource.Type] = [
        BrandCandidates.self,
        ItemCandidates.self,
        LastSearchCandidates.self,
        NearbyCandidates.self,
        NewestCandidates.self,
        PopularCandidates.self,
        RecentlyViewedCandidates.self,
        RecommendationCandidates.self,
        SimilarCandidates.self,
    ]
}

/// Which candidates a source is asked for.
struct CandidatePage: Sendable {
    /// Behind what it begins; `nil` is the beginning.
    var after: SortPosition?
    /// How many candidates at most.
    var limit: Int
    /// The filter and the sort that the client chose, in place of the config's.
    var filter: ItemFilter?
    var sort: ItemSort?
}

/// What a source has found, best first.
struct Candidates: Sendable {
    var items: [Candidate]
    /// The count that stands beside the header.
    var badge: NewCount?

    init(_ items: [Candidate], badge: NewCount? = nil) {
        self.items = items
        self.badge = badge
    }

    /// The items that a query has found.
    init(_ found: [FoundItem], marks: (FoundItem) -> ItemMarks = { _ in .none }) {
        self.init(found.map { Candidate(.item($0.row), marks: marks($0), found: $0) })
    }
}

/// An item that a widget may show.
struct Candidate: Sendable {
    enum Content: Sendable, Hashable {
        /// An item of the catalogue.
        case item(ItemRow)
        /// A brand, by its index in the snapshot.
        case brand(Int)
    }

    let content: Content
    /// What the item is to the user.
    let marks: ItemMarks
    /// Where a query found it; `nil` where a client cannot load what comes behind.
    let found: FoundItem?

    init(_ content: Content, marks: ItemMarks = .none, found: FoundItem? = nil) {
        self.content = content
        self.marks = marks
        self.found = found
    }
}
