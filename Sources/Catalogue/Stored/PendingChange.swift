/// A change of a store that waits for the transaction that makes it.
package struct PendingChange<Transaction>: Sendable {
    /// Tells the caller what has become of the change: the error with which the commit failed, or `nil`.
    package typealias Answer = @Sendable (StoreError?) -> Void

    /// Makes the change in a transaction.
    /// - Returns: why it could not be made, and what answers the caller once the transaction has ended.
    package let apply: @Sendable (inout Transaction) -> (failure: StoreError?, answer: Answer)
    /// Tells the caller that the change was not made.
    package let fail: @Sendable (StoreError) -> Void

    /// A change by `body`, of which `continuation` waits for the outcome.
    package init<Outcome: Sendable>(
        _ continuation: CheckedContinuation<Result<Outcome, StoreError>, Never>,
        _ body: @escaping @Sendable (inout Transaction) -> Result<Outcome, StoreError>
    ) {
        apply = { transaction in
            let outcome = body(&transaction)
            let failure: StoreError? = if case .failure(let error) = outcome { error } else { nil }
            return (failure, { continuation.resume(returning: $0.map { .failure($0) } ?? outcome) })
        }
        fail = { continuation.resume(returning: .failure($0)) }
    }
}
