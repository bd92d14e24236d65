/// A change that waits for its transaction, and its caller.
package struct PendingChange<Transaction>: Sendable {
    /// Resumes the caller, with the error of a failed commit or with `nil`.
    package typealias Answer = @Sendable (StoreError?) -> Void

    /// Applies the change. Returns why that failed, if it did, and a function to call after the transaction.
    package let apply: @Sendable (inout Transaction) -> (failure: StoreError?, answer: Answer)
    package let fail: @Sendable (StoreError) -> Void

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
