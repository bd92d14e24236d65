import Catalogue
import Foundation
import PostgreSQLStore
import SQLiteStore

extension Worker {
    /// The open store, its loaded catalogue, and the task that watches its file.
    typealias Started = (store: OpenStore, follower: CatalogueFollower, watching: Task<Void, Never>)

    /// How long opening the store and loading the catalogue may take before clients are answered meanwhile.
    private static let patience = Duration.seconds(2)
    /// The longest pause after the first attempt to open the store, and after any: each attempt doubles it, and chance shortens each
    /// pause by up to half.
    private static let pauses = (first: Duration.milliseconds(100), longest: Duration.seconds(5))

    /// Opens the store and loads the catalogue. Clients are answered meanwhile, where that takes time.
    /// - Parameter replaced: called once the store's file was replaced by another store.
    /// - Returns: `nil` where the task was cancelled.
    func start(_ kinds: KindTable, replaced: @escaping @Sendable () -> Void) async throws -> Started? {
        let answering = Task {
            try await Task.sleep(for: Self.patience)
            do throws(Failure) {
                try answer()
            } catch {
                StandardErrorMessage.line(error.message)
                exit(ExitCode.failure)
            }
        }
        defer { answering.cancel() }
        guard let store = try await openStore() else { return nil }
        let follower = CatalogueFollower(of: store.store, kinds: kinds, limits: options.catalogueLimits) {
            [instruments] in instruments.note($0)
        }
        state.replace(by: follower)
        state.open(store)
        if let servers = store.servers {
            // Until the process ends.
            Task { for await event in servers.serverEvents { instruments.note(event) } }
        }
        let watching = Task {
            guard case .file(let path) = options.store, let file = store.store as? SQLiteStore else { return }
            await StoreFileMonitor(store: file, path: path, health: instruments.storeHealth).waitForReplacement()
            guard !Task.isCancelled else { return }
            StandardErrorMessage.line(
                "The store was replaced: this worker ends, and the next one opens the file at \(path)"
            )
            // The supervisor replaces a worker that has answered.
            try? answer()
            replaced()
        }
        for await report in follower.reports {
            if case .loading = report {} else { try answer() }
            if case .memoryFailed = report { channel.send(.waits) } else { channel.send(.progresses) }
        }
        return Task.isCancelled ? nil : (store, follower, watching)
    }

    /// Answers clients, where that has not begun, and tells the supervisor.
    private func answer() throws(Failure) {
        guard !front.isOpen else { return }
        try front.open()
        channel.send(.answers)
    }

    /// Opens the store, again and again while a later attempt may succeed.
    /// - Returns: `nil` where the task was cancelled.
    private func openStore() async throws -> OpenStore? {
        var longest = Self.pauses.first
        while !Task.isCancelled, let attempt = await attemptToOpen() {
            guard case .failure(let error) = attempt, error.mayPass else { return try attempt.get() }
            if Task.isCancelled { break }
            let pause = longest * Double.random(in: 0.5...1)
            longest = min(longest * 2, Self.pauses.longest)
            let line = error.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            StandardErrorMessage.line("\(line); next attempt in \(Int(pause / .milliseconds(1))) ms")
            try answer()
            channel.send(.waits)
            try? await Task.sleep(for: pause)
            channel.send(.progresses)
        }
        return nil
    }

    /// Makes one attempt on a thread of its own, which is left behind where the task is cancelled.
    private func attemptToOpen() async -> Result<OpenStore, StoreLocation.OpenError>? {
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
            switch attempt {
            case .success(let store): return await openStore(store)
            case .failure(let error): return .failure(error)
            }
        }
        return nil
    }

    private func openStore(_ store: any CatalogueStore) async -> Result<OpenStore, StoreLocation.OpenError> {
        do throws(StoreError) {
            let users = UserCache(of: store, capacity: options.userCacheSize) {
                [instruments] operation, duration, error in
                instruments.note(StoreOperation(operation), duration, error)
            }
            return .success(OpenStore(store, signingKey: try await store.signingKey(), users: users))
        } catch {
            return .failure(options.store.openError(error))
        }
    }
}
