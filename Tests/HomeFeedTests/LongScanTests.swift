import Catalogue
import Dispatch
import HomeFeed
import Synchronization
import Testing

@Suite struct `A home that may scan the catalogue` {
    private let small = HomeFeed.defaultLongScan

    @Test func `is built on the event loop if the catalogue is small`() async throws {
        #expect(try await places(of: FullHome.request(), longScan: small) == [true])
    }

    @Test func `is built beside the event loop if the catalogue is large`() async throws {
        #expect(try await places(of: FullHome.request(), longScan: FullHome.items.count) == [true])
        #expect(try await places(of: FullHome.request(), longScan: FullHome.items.count - 1) == [true, false])
    }

    @Test func `waits only the first time, until the user or the catalogue changes`() async throws {
        let world = try FullHome.embedded(longScan: 0)
        let request = try FullHome.request()
        func isImmediate() throws -> Bool { try world.feed.immediateHome(for: request, in: world.snapshot) != nil }
        #expect(try !isImmediate())
        let first = try await world.bytes(request)
        #expect(try isImmediate())
        try world.store.record(FullHome.search, by: user("u1"))
        _ = world.store.upsert([.house("new", listedAt: 20_000)])
        #expect(try !isImmediate())
        #expect(try await world.bytes(request) != first)
        #expect(try isImmediate())
    }

    @Test func `does not wait without a user, unless items are ranked or an order has no index`() async throws {
        let request = try request(at: FullHome.place)
        #expect(try await places(of: request, longScan: 0) == [false])
        for (sort, isImmediate) in [("newest", true), ("price", false), ("-bedrooms", false)] {
            let widget = #"""
                {"id": "w", "layout": "HomeWidgetGrid",
                 "source": {"kind": "items", "of": "listing", "sort": "\#(sort)"}}
                """#
            let world = try World(config(widget), items: FullHome.items, longScan: 0)
            #expect(try await places(of: request, world) == [isImmediate], "\(sort)")
        }
    }

    @Test func `waits for what a client chooses`() async throws {
        let widget = #"""
            {"id": "w", "layout": "HomeWidgetGrid", "source": {"kind": "items", "of": "listing"},
             "clientSorts": [{"id": "low", "title": "Low", "sort": "price"}]}
            """#
        let world = try World(config(widget), items: FullHome.items, longScan: 0)
        func places(sort: String?) async throws -> Set<Bool> {
            try await loop.run { place in
                _ = try await world.feed.widget(
                    WidgetRequest(id: "w") { $0 == "sort" ? sort : nil },
                    for: request(at: .town),
                    in: world.snapshot
                ) { _ in place() }
            }
        }
        #expect(try await places(sort: nil) == [true])
        #expect(try await places(sort: "low") == [false])
    }

    // MARK: Places

    private let loop = Loop()

    /// Whether the parts of a home are loaded on the loop: true, false or both.
    private func places(of request: HomeRequest, longScan: Int) async throws -> Set<Bool> {
        try await places(of: request, FullHome.embedded(longScan: longScan))
    }

    private func places(of request: HomeRequest, _ world: World) async throws -> Set<Bool> {
        try await loop.run { place in
            _ = try await world.feed.home(for: request, in: world.snapshot) { _ in place() }
        }
    }
}

/// A thread that runs tasks, and tells whether code runs on it.
private final class Loop: TaskExecutor {
    private static let key = DispatchSpecificKey<Bool>()
    private let queue = DispatchQueue(label: "loop")

    init() { queue.setSpecific(key: Self.key, value: true) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Unsafe, as in any executor: it runs each job once, and lives as long as its tasks.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs `body` on the loop.
    /// - Returns: where `note` was called: true for on the loop.
    func run(_ body: @Sendable (_ note: @escaping @Sendable () -> Void) async throws -> Void) async throws -> Set<Bool>
    {
        let places = Places()
        try await withTaskExecutorPreference(self) {
            try await body { _ = places.seen.withLock { $0.insert(DispatchQueue.getSpecific(key: Self.key) == true) } }
        }
        return places.seen.withLock { $0 }
    }
}

private final class Places: Sendable {
    let seen = Mutex<Set<Bool>>([])
}
