import Bytes
import Synchronization

/// The tokens that were verified last, since a phone sends the same one with each request and a signature takes fifty to
/// a hundred times as long to verify as this does to look up.
///
/// Each token has one place, by a hash that is different in every run; a newer token takes the place of an older one.
/// Only what was verified gets in, so that nobody without good tokens can push out those of others.
final class TokenCache: Sendable {
    /// How many tokens are kept where nothing else is said: 32 MiB, were each as long as a token can be.
    static let defaultCapacity = 4096

    private struct Entry {
        let text: String
        let verified: VerifiedToken
    }

    private let capacity: Int
    private let entries: Mutex<[Entry?]>

    init(capacity: Int = defaultCapacity) {
        self.capacity = capacity
        entries = Mutex(Array(repeating: nil, count: capacity))
    }

    /// What is known of `token`, if it was verified and is accepted at `now`.
    func verified(_ token: BearerToken, at now: Int64) -> VerifiedToken? {
        let place = place(of: token)
        guard let entry = entries.withLock({ $0[place] }), entry.verified.validity.contains(now),
            entry.text.utf8.span.equalsInConstantTime(token.text.utf8.span)
        else { return nil }
        return entry.verified
    }

    /// Keeps what is known of `token`.
    func keep(_ token: BearerToken, _ verified: VerifiedToken) {
        let entry = Entry(text: token.text, verified: verified)
        let place = place(of: token)
        entries.withLock { $0[place] = entry }
    }

    private func place(of token: BearerToken) -> Int {
        Int(UInt(bitPattern: token.text.hashValue) % UInt(capacity))
    }
}
