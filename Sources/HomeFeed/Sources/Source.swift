import CheckedJSON
import HomeDocument
import Catalogue
import Recommendations
import Words

/// What loads a widget's items. Each kind is one file and one line in ``SourceTable``; a config names it by its kind.
protocol Source: Sendable {
    /// The word that names it in a config: `lastSearch`.
    static var kind: String { get }

    /// The kinds of item that it may load and that another widget may load too.
    var shares: Set<ItemKind> { get }

    /// The cards that stand in the config itself; none where the items are loaded (see ``ConfigSource``).
    var cards: [Card] { get }

    /// Reads the options that stand beside `kind` in a config; `nil` where one is wrong, which was then reported.
    init?(options: inout CheckedObject)

    /// What its widget's header says of it, known without loading anything: the header is the same whatever becomes of
    /// the load.
    func heading(_ context: LoadContext) -> Heading

    /// Whether it is nothing without what the store knows of the user: where that cannot be read, it is not asked.
    var isOfUser: Bool { get }

    /// Whether one can go on behind what was loaded.
    var isPaged: Bool { get }

    /// What it asks for the page's number of candidates: for more where it ``mixes`` them. `nil` where
    /// there is nothing to ask, and so nothing to show.
    func query(_ context: LoadContext, _ page: Page) -> Query?

    /// What it makes of the answer: all of it, as it is, where a source has nothing to say to it.
    func content(_ answer: Answer, _ context: LoadContext, _ page: Page) -> SourceContent

    /// Where the answer's candidate at `index` stands in the source's order; `nil` where one cannot go on behind it.
    func position(of index: Int, in answer: Answer) -> Position?

    /// Whether some of its places are kept for what does not fit the last search, see ``Mix``; otherwise the first of its
    /// candidates that do not stand elsewhere in the home are shown.
    var mixes: Bool { get }
}

extension Source {
    var cards: [Card] { [] }

    var isOfUser: Bool { false }

    var isPaged: Bool { false }

    var mixes: Bool { false }

    func heading(_ context: LoadContext) -> Heading { Heading() }

    func content(_ answer: Answer, _ context: LoadContext, _ page: Page) -> SourceContent {
        SourceContent(answer)
    }

    func position(of index: Int, in answer: Answer) -> Position? { nil }
}

/// What a source may draw upon while one home is made; one object, since every load holds it.
final class LoadContext: Sendable {
    /// Whose home it is; `nil` is somebody unknown.
    let user: UserID?
    /// What the store knows of the user, read once for the whole home; nothing where it could not be read.
    let record: UserRecord
    /// Why it could not be read; `nil` where it was, or nobody is known to ask.
    let unread: UnreadRecord?
    /// Where the phone is.
    let place: Coordinate?
    /// The moment, in Unix seconds.
    let now: Int64
    /// The names of the markets by their ids.
    let marketNames: [String: String]
    /// The words of the home.
    let words: Wording
    let store: any PropertyStore
    let recommendations: any Recommendations
    let subjects: Subjects
    let known: KnownAnswers
    /// The store's, before anything else was asked for this home.
    let version: StoreVersion

    init(
        user: UserID?,
        record: Result<UserRecord, UnreadRecord>,
        place: Coordinate?,
        now: Int64,
        marketNames: [String: String],
        words: Wording,
        store: any PropertyStore,
        recommendations: any Recommendations,
        subjects: Subjects,
        known: KnownAnswers,
        version: StoreVersion
    ) {
        self.user = user
        switch record {
        case .success(let record): (self.record, unread) = (record, nil)
        case .failure(let unread): (self.record, self.unread) = (.unknown, unread)
        }
        self.place = place
        self.now = now
        self.marketNames = marketNames
        self.words = words
        self.store = store
        self.recommendations = recommendations
        self.subjects = subjects
        self.known = known
        self.version = version
    }
}

/// What a source has to say in its widget's header.
struct Heading: Sendable {
    /// The name of the market that the content is from, where it is of one.
    var market: String?
    /// Where the header leads; `nil` where the config says.
    var href: String?

    /// Whether it says nothing.
    var isEmpty: Bool { market == nil && href == nil }

    /// What it says in place of a word of the title; `nil` where it says nothing.
    func text(_ word: TitleTemplate.Word) -> String? {
        switch word {
        case .market: market
        }
    }
}

/// What a source has loaded: what may be shown, in its order.
struct SourceContent: Sendable {
    let answer: Answer
    /// How many of the answer's candidates there are to choose from.
    let count: Int
    /// The listings that the user has opened, where the others are to be marked as new.
    let opened: ItemKeys?
    /// The count that stands beside the header.
    let badge: NewCount?

    /// Nothing.
    static let empty = SourceContent(.empty)

    /// The first `limit` of `answer`, all of it where nothing is said.
    init(_ answer: Answer, limit: Int = .max, opened: ItemKeys? = nil, badge: NewCount? = nil) {
        self.answer = answer
        count = min(limit, answer.count)
        self.opened = opened
        self.badge = badge
    }

    var isEmpty: Bool { count == 0 }

    /// What the candidate at `index` is to the user.
    func marks(at index: Int) -> ItemMarks {
        var marks = answer.mark(at: index)
        if let opened { marks.isNew = answer.identities[index].isAmong(opened) ? nil : true }
        return marks
    }
}

/// How many are new to the user, before it is said in any language.
struct NewCount: Sendable {
    let count: Int
    /// Whether there may be more, which were not counted.
    let isAtLeast: Bool

    func badge(in words: Wording) -> Badge {
        let phrase = isAtLeast ? Phrase.newCountOrMore : .newCount
        return Badge(count: count, text: words.text(phrase, .count(thousandths: count * 1_000)))
    }
}

/// Why a source has loaded nothing.
enum SourceError: Error, Hashable, Sendable {
    /// The property store did not answer.
    case store(StoreError)
    /// The recommendation service did not answer.
    case recommendations(RecommendationError)
    /// The source was not done by its deadline.
    case timedOut
}
