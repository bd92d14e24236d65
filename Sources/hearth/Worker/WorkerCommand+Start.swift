import Catalogue
import PostgreSQLStore

extension WorkerCommand {
    /// The open store, and the task that watches its file.
    typealias Started = (store: OpenStore, watching: Task<Void, Never>)

    /// Opens the store and loads the catalogue. Clients are answered meanwhile, where that takes time.
    /// - Parameters:
    ///   - parts: told about the store and its catalogue.
    ///   - replaced: called once the store's file was replaced by another store.
    /// - Returns: `nil` where the task was cancelled.
    @MainActor
    static func start(
        _ options: ServeOptions,
        _ kinds: KindTable,
        _ front: Front,
        _ lifeline: Lifeline,
        _ instruments: Instruments,
        _ parts: (gate: StoreGate, catalogue: ServedCatalogue),
        replaced: @escaping @MainActor () -> Void
    ) async throws -> Started? {
        let answering = Answering(front: front, lifeline: lifeline)
        guard let open = try await open(options, answering) else { return nil }
        let users = UserCache(of: open.store, capacity: options.userCacheSize) { operation, duration, error in
            instruments.note(StoreOperation(operation), duration, error)
        }
        let store = OpenStore(open, users: users)
        let follower = CatalogueFollower(of: store.store, kinds: kinds, limits: options.catalogueLimits) {
            instruments.note($0)
        }
        parts.catalogue.replace(by: follower)
        parts.gate.open(store)
        if let servers = store.servers {
            // Until the process ends.
            Task { for await event in servers.serverEvents { instruments.note(event) } }
        }
        let watching = Task {
            guard let watch = options.store.watch(store.store, instruments.storeHealth) else { return }
            await watch.waitForReplacement()
            guard !Task.isCancelled else { return }
            Notice.line("The store was replaced: this worker ends, and the next one opens the file at \(watch.path)")
            // The supervisor replaces a worker that has answered.
            try? answering.begin()
            replaced()
        }
        for await step in follower.steps {
            switch step {
            case .isLate:
                try answering.begin()
            case .progress:
                lifeline.say(.loads, waits: true)
            case .storeFailed:
                try answering.begin()
                lifeline.say(.loads, waits: true)
            case .tooLarge:
                try answering.begin()
                lifeline.say(.stalls, waits: true)
            }
        }
        return Task.isCancelled ? nil : (store, watching)
    }

    /// Opens the store.
    /// - Returns: `nil` where the task was cancelled.
    @MainActor
    private static func open(_ options: ServeOptions, _ answering: Answering) async throws -> StoreOpening.Opened? {
        let location = options.store
        let opening = StoreOpening(location: location) { () throws(StoreLocation.OpenError) in
            try location.openExisting(readers: options.threads, limits: options.storeLimits)
        }
        return try await opening(
            late: answering.begin,
            retry: { cause, pause in
                let line = cause.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                Notice.line("\(line); next attempt in \(Int(pause / .milliseconds(1))) ms")
                try answering.begin()
                answering.lifeline.say(.retries(after: pause), waits: true)
            }
        )
    }

    /// Answers clients before there are homes.
    @MainActor
    private struct Answering {
        let front: Front
        let lifeline: Lifeline

        /// Answers clients, where that has not begun, and tells the supervisor.
        func begin() throws(Failure) {
            guard !front.isOpen else { return }
            try front.open()
            lifeline.say(.answers, waits: true)
        }
    }
}
