import Caching
import Catalogue
import Synchronization

/// What was loaded last, for when it cannot be loaded again.
final class LastGood: Sendable {
    /// What content is the answer to: the same part of the config, asked for the same.
    struct Question: Hashable, Sendable {
        let part: String
        let user: UserID?
        let search: SearchCriteria?
        let place: Coordinate?

        init(_ part: SourcePart, _ context: LoadContext) {
            self.part = part.id
            user = context.user
            search = context.record.lastSearch
            place = context.place
        }
    }

    /// Content, and when it was loaded, in Unix seconds.
    struct Answer: Sendable {
        let content: SourceContent
        let loadedAt: Int64
    }

    /// The most answers that are kept; one of ten listings is about 2 KB.
    static let capacity = 10_000

    private let answers = Mutex(GenerationalCache<Question, Answer>(capacity: LastGood.capacity))

    /// Keeps the answer to `question` until there is a newer one.
    func keep(_ answer: Answer, to question: Question) {
        answers.withLock { $0.insert(answer, for: question) }
    }

    /// The last answer to `question`, if it was loaded at `oldest` or later.
    func answer(to question: Question, since oldest: Int64) -> Answer? {
        guard let answer = answers.withLock({ $0.value(for: question) }), answer.loadedAt >= oldest else { return nil }
        return answer
    }
}
