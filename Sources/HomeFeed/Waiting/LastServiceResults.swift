import Bytes
import Catalogue
import Synchronization

/// The last answers of a recommendation service, for when it fails.
final class LastServiceResults: Sendable {
    /// A question: items of these kinds that meet the filter, for this user, last search and place. The home's language and the widget
    /// make no difference.
    struct Question: Hashable, Sendable {
        let user: UserID?
        let search: UserSearch?
        let place: Coordinate?
        let kinds: [String]
        let filter: ItemFilter
    }

    /// An answer, and when it was given, in Unix seconds (UTC).
    struct Answer: Sendable {
        let ranked: [CatalogueItem.ID]
        let at: Int64
    }

    /// The most answers that are kept; one of ten items is about 1 KB.
    static let capacity = 10_000

    private let answers = Mutex(LRUCache<Question, Answer>(capacity: LastServiceResults.capacity))

    /// Keeps the answer to `question` in place of the one before.
    func keep(_ ranked: [CatalogueItem.ID], at now: Int64, for question: Question) {
        answers.withLock { $0.insert(Answer(ranked: ranked, at: now), for: question) }
    }

    /// The last answer to `question`, if it was given at `oldest` or later.
    func answer(to question: Question, since oldest: Int64) -> Answer? {
        guard let answer = answers.withLock({ $0.value(for: question) }), answer.at >= oldest else { return nil }
        return answer
    }
}
