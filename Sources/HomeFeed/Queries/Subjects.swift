import Caching
import HomeDocument
import Catalogue
import Revisions
import Synchronization
import Words

/// The subjects of all that was found, each once as long as its content stays, so that whoever finds it again finds its
/// cards too.
final class Subjects: Sendable {
    /// The most that are kept for when they are found again; with its card in one language each is about 1 KB.
    static let capacity = 50_000

    private struct Key: Hashable {
        let kind: ItemKind
        let item: Int64
    }

    private let known = Mutex(GenerationalCache<Key, Subject>(capacity: Subjects.capacity))

    /// The subjects of the listings, in their order.
    func listings(_ hits: [ListingHit]) -> [Subject] {
        known.withLock { known in
            hits.map { hit in
                let key = Key(kind: .listing, item: hit.key.rawValue)
                if let subject = known.value(for: key), subject.revision == hit.revision { return subject }
                let subject = Subject(.listing(hit))
                known.insert(subject, for: key)
                return subject
            }
        }
    }

    /// The subjects of the products, in their order.
    func products(_ hits: [ProductHit]) -> [Subject] {
        known.withLock { known in
            hits.map { hit in
                let key = Key(kind: .product, item: hit.key.rawValue)
                if let subject = known.value(for: key), subject.revision == hit.revision { return subject }
                let subject = Subject(.product(hit))
                known.insert(subject, for: key)
                return subject
            }
        }
    }
}
