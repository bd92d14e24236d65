import Caching
import Catalogue
import Synchronization

/// The answers that are known: whoever asks the same as somebody before gets the same, until what it was made of changes.
final class KnownAnswers: Sendable {
    /// How many bytes all that is kept may take together, about.
    static let capacity = 32 * 1024 * 1024
    private struct Entry {
        let answer: Answer
        let version: StoreVersion
    }

    private let entries = Mutex(GenerationalCache<Query, Entry>(capacity: KnownAnswers.capacity))

    /// The answer to the query, where it is known and nothing has changed since.
    /// - Parameter version: the store's of now.
    func answer(to query: Query, _ version: StoreVersion, at now: Int64) -> Answer? {
        guard let entry = entries.withLock({ $0.value(for: query) }), entry.version.catalogue == version.catalogue,
            !query.countsOpenings || entry.version.openings == version.openings, now < entry.answer.expiresAt
        else { return nil }
        return entry.answer
    }

    /// Keeps the answer.
    /// - Parameter version: the store's before it was asked.
    func keep(_ answer: Answer, to query: Query, _ version: StoreVersion) {
        let entry = Entry(answer: answer, version: version)
        entries.withLock { $0.insert(entry, for: query, cost: answer.size) }
    }
}
