extension WorkerCommand {
    /// Opens the store, and lets clients be answered meanwhile where that takes time.
    /// - Returns: `nil` where the task was cancelled.
    @MainActor
    static func open(
        _ options: ServeOptions,
        keepsFeedback: @escaping @Sendable () -> Bool,
        _ front: Front,
        _ lifeline: Lifeline
    ) async throws -> StoreOpening.Opened? {
        let location = options.store
        let opening = StoreOpening(location: location) { () throws(StoreLocation.OpenError) in
            try location.openExisting(
                readers: options.threads,
                limits: options.storeLimits,
                keepsFeedback: keepsFeedback
            )
        }
        func answer() throws(Failure) {
            guard !front.isOpen else { return }
            try front.open()
            lifeline.say(.answers, waits: true)
        }
        return try await opening(
            late: answer,
            retry: { cause, pause in
                let line = cause.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                Notice.line("\(line); next attempt in \(Int(pause / .milliseconds(1))) ms")
                try answer()
                lifeline.say(.retries(after: pause), waits: true)
            }
        )
    }
}
