import Catalogue

/// A change that waits for the writer.
struct PendingChange: Sendable {
    /// What the change reads and writes.
    struct Scope: Sendable {
        /// Items whose bytes it needs.
        var packed: [CatalogueItem.ID] = []
        /// Items of which it needs to know that they are there.
        var items: [CatalogueItem.ID] = []
        /// Whose record it changes.
        var user: UserID?
        /// How many actions of the user it appends.
        var actions = 0
        /// Whether it forgets the user.
        var forgets = false
        /// Whether it may change items.
        var changesItems: Bool { !packed.isEmpty || !items.isEmpty || user != nil }
    }

    /// Tells the caller what has become of the change: the error with which the commit failed, or `nil`.
    typealias Answer = @Sendable (StoreError?) -> Void

    let scope: Scope
    /// Makes the change in a transaction.
    let apply: @Sendable (inout StoreTransaction) -> Answer
    /// Tells the caller that the change was not made.
    let fail: @Sendable (StoreError) -> Void

    /// A change by `body`, of which `continuation` waits for the outcome.
    init<Outcome: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (inout StoreTransaction) throws(StoreError) -> Outcome,
        _ continuation: CheckedContinuation<Result<Outcome, StoreError>, Never>
    ) {
        self.scope = scope
        apply = { transaction in
            let outcome = Result { () throws(StoreError) in try body(&transaction) }
            return { error in continuation.resume(returning: error.map { .failure($0) } ?? outcome) }
        }
        fail = { continuation.resume(returning: .failure($0)) }
    }
}
