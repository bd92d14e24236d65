import Catalogue
import EventLoop
import HomeFeed

/// Reads batches of events on a thread of its own, so that no home waits: a large batch takes as long as several homes.
actor EventsReader {
    private let thread: DedicatedEventLoop

    /// Sound: the reader keeps the loop.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.loop.asUnownedSerialExecutor() }

    /// - Throws: ``SystemError`` if the system has no descriptor or thread left.
    init() throws(SystemError) { thread = try DedicatedEventLoop(inBackground: true) }

    func read(
        _ body: ArraySlice<UInt8>,
        of feed: HomeFeed,
        in snapshot: CatalogueSnapshot,
        at now: Instant
    ) throws(BodyError) -> EventsBody {
        try EventsBody(body, of: feed, in: snapshot, at: now)
    }
}
