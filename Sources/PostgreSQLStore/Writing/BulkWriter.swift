import Catalogue
import EventLoop
import Synchronization

/// Makes changes that are too large to go with others: one after the other, each a transaction.
actor BulkWriter {
    /// From how many items on they are written here.
    static let fewest = 100
    /// How many items are read and written at a time.
    private static let chunk = 2_000
    /// How many changes may wait at a time.
    static let maximumWaiting = 16

    private let servers: Servers
    private let known: KnownVersions
    private let loop: EventLoop
    private let timeout: Duration
    private let clock: @Sendable () -> Int64
    private var waiting = 0
    /// The end of the last change.
    private var last: Task<Void, Never>?

    /// - Parameters:
    ///   - timeout: how long a server that takes changes is waited for.
    ///   - clock: tells when items are removed, in Unix seconds (UTC).
    init(
        _ servers: Servers,
        _ known: KnownVersions,
        on loop: EventLoop,
        timeout: Duration,
        clock: @escaping @Sendable () -> Int64
    ) {
        self.servers = servers
        self.known = known
        self.loop = loop
        self.timeout = timeout
        self.clock = clock
    }

    /// Adds or replaces the items in one transaction.
    /// - Returns: what became of each.
    func upsert(_ items: [CatalogueItem]) async throws(StoreError) -> [UpsertOutcome] {
        try await transact { (transaction) throws(StoreError) in
            var outcomes: [UpsertOutcome] = []
            outcomes.reserveCapacity(items.count)
            for chunk in items.chunks(of: Self.chunk) {
                try await transaction.read(TransactionRead(items: chunk.map(\.id)))
                for item in chunk { outcomes.append(try transaction.store.upsert(item)) }
                try await transaction.writeItems()
            }
            return outcomes
        }
    }

    /// Removes the items in one transaction.
    /// - Returns: how many of them were there.
    func remove(_ ids: [CatalogueItem.ID]) async throws(StoreError) -> Int {
        try await transact { (transaction) throws(StoreError) in
            var removed = 0
            for chunk in ids.chunks(of: Self.chunk) {
                try await transaction.read(TransactionRead(items: Array(chunk)))
                for id in chunk where transaction.store.remove(id) { removed += 1 }
                try await transaction.writeItems()
            }
            return removed
        }
    }

    /// Runs a statement that changes no version.
    /// - Returns: how many rows it has changed.
    func run(_ statement: Statement) async throws(StoreError) -> Int {
        try await inTurn { (pool) throws(StoreError) in try await pool.execute([statement])[0].changes }
    }

    private func transact<Outcome: Sendable>(
        _ body: @escaping @Sendable (inout ServerTransaction) async throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        try await inTurn { [known, clock] (pool) throws(StoreError) in
            try await ServerTransaction.run(over: pool, known, at: clock(), body)
        }
    }

    /// Runs `body` once the changes before it are done.
    private func inTurn<Outcome: Sendable>(
        _ body: @escaping @Sendable (Pool) async throws(StoreError) -> Outcome
    ) async throws(StoreError) -> Outcome {
        guard waiting < Self.maximumWaiting else { throw .busy }
        waiting += 1
        defer { waiting -= 1 }
        let change = Task { [last] () async -> Result<Outcome, StoreError> in
            await last?.value
            do throws(StoreError) {
                let primary = try await findPrimary()
                let outcome = try await body(primary.pool(for: .bulkWrite, on: loop))
                primary.writes.add(1, ordering: .relaxed)
                return .success(outcome)
            } catch {
                return .failure(error)
            }
        }
        last = Task { _ = await change.value }
        return try await change.value.get()
    }

    /// The server that takes changes. Where none is known to, it may be found soon.
    private func findPrimary() async throws(StoreError) -> Server {
        let deadline = ContinuousClock.now + timeout
        while true {
            if let primary = servers.primary { return primary }
            guard ContinuousClock.now < deadline else {
                throw .unavailable(StoreFailure(.unreachable, "no server takes changes"))
            }
            try? await Task.sleep(for: .milliseconds(50))
        }
    }
}

extension Array {
    /// The elements in their order, so many at a time.
    fileprivate func chunks(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
