import Catalogue
import EventLoop
import Foundation
import PostgreSQLStore

extension Worker {
    /// `watching` watches the store's file.
    typealias Started = (store: OpenStore, follower: CatalogueFollower, watching: Task<Void, Never>)

    /// The time after which clients are answered although the worker does not serve yet.
    private static let patience = Duration.seconds(2)
    /// Between attempts to open the store.
    private static let longestPause = Duration.seconds(5)

    /// Opens the store and loads the catalogue. If that takes long, clients get 503 meanwhile.
    /// - Parameter replaced: Called after the store's file was replaced by another store.
    /// - Returns: `nil` if the task was cancelled.
    func start(_ kinds: KindTable, replaced: @escaping @Sendable () -> Void) async throws -> Started? {
        let answering = Task {
            try await Task.sleep(for: Self.patience)
            do throws(Failure) {
                try answer()
            } catch {
                StandardError.line(error.message)
                exit(ExitCode.failure)
            }
        }
        defer { answering.cancel() }
        guard let store = try await openStore() else { return nil }
        let follower = makeFollower(of: store, kinds)
        state.replace(by: follower)
        state.open(store)
        if let database = store.database {
            // Until the process ends.
            Task { for await event in database.serverEvents { telemetry.record(event) } }
        }
        let watching = Task {
            await StoreMonitor(store: store.store, location: options.store, health: telemetry.storeHealth)
                .waitForReplacement()
            guard !Task.isCancelled, case .file(let path) = options.store else { return }
            StandardError.line("The store was replaced: restarting the worker, which opens the file at \(path)")
            // The supervisor restarts only workers that have answered.
            try? answer()
            replaced()
        }
        for await report in follower.reports {
            if case .loading = report {} else { try answer() }
            if case .failed(.store(let error)) = report, error.isDamage {
                throw options.store.openError(error, "has items that cannot be read")
            }
            if case .failed(.memory) = report { channel.send(.waiting) } else { channel.send(.progress) }
        }
        return Task.isCancelled ? nil : (store, follower, watching)
    }

    func makeFollower(of store: OpenStore, _ kinds: KindTable) -> CatalogueFollower {
        CatalogueFollower(of: store.store, kinds: kinds, limits: options.catalogueLimits) {
            [telemetry] in telemetry.record($0)
        }
    }

    /// Does nothing if answering has begun. Tells the supervisor.
    private func answer() throws(Failure) {
        guard !servers.isOpen else { return }
        try servers.open()
        channel.send(.answering)
    }

    /// Retries while an error is transient. Returns `nil` if the task was cancelled.
    private func openStore() async throws -> OpenStore? {
        var backoff = Backoff(longest: Self.longestPause)
        while !Task.isCancelled {
            do throws(StoreLocation.OpenError) {
                return try await attemptToOpen()
            } catch {
                guard error.isTransient else { throw error }
                if Task.isCancelled { break }
                let pause = backoff.nextDelay()
                let line = error.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                if let error = error.cause { telemetry.record(.open, nil, error) }
                StandardError.line("\(line); next attempt in \(Int(pause / .milliseconds(1))) ms")
                try answer()
                channel.send(.waiting)
                try? await Task.sleep(for: pause)
                channel.send(.progress)
            }
        }
        return nil
    }

    /// Makes one attempt on a dedicated thread, which is abandoned if the task is cancelled.
    private func attemptToOpen() async throws(StoreLocation.OpenError) -> OpenStore? {
        typealias Attempt = Result<any CatalogueStore, StoreLocation.OpenError>
        let (attempts, continuation) = AsyncStream.makeStream(of: Attempt.self)
        Thread.detachNewThread { [options] in
            continuation.yield(
                Attempt { () throws(StoreLocation.OpenError) in
                    try options.store.open(readers: options.threads, limits: options.storeLimits)
                }
            )
        }
        for await attempt in attempts {
            let store = try attempt.get()
            do throws(StoreError) {
                return try await OpenStore(store, userCacheSize: options.userCacheSize, telemetry)
            } catch {
                throw options.store.openError(error)
            }
        }
        return nil
    }
}
