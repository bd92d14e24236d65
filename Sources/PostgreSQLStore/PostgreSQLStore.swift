import EventLoops
import ListingShelves
import PostgreSQL
public import Catalogue
import Synchronization

/// The property store in a PostgreSQL database, which any number of processes share.
///
/// Reads run on connections of the loop that they are called on, spread over the replicas that have whatever they have to see, else
/// of the primary. Writes are gathered and committed together by one writer of each process, and all of these take turns; each
/// returns when it is committed, as durably as the servers are set to be (`synchronous_commit`, `synchronous_standby_names`).
public final class PostgreSQLStore: Sendable {
    let servers: Servers
    let known: KnownVersions
    let writer: Writer
    let loader: Loader
    // One read is to keep a loop for a millisecond or two at most.
    let shelves = Shelves(reads: 256...2_048)
    let feedbackClock: (@Sendable () -> Int64?)?
    /// For those who have no loop, for the writer and the watches.
    private let ownLoop: GuestLoop
    private let watches: [Task<Void, Never>]
    /// What becomes of the servers, for one who reads it; of what nobody has read yet, the last 64.
    public let events: AsyncStream<ServerEvent>
    private static let keptEvents = 64

    /// What a store does at most.
    public struct Limits: Hashable, Sendable {
        /// Connections of each loop to each server, to read by.
        public var connections = 4
        /// How long a server may take to connect, 2 s or more, and to answer.
        public var timeout = Duration.seconds(3)

        /// The defaults.
        public init() {}
    }

    /// Every how often each server is looked at.
    static let heartbeat = Duration.milliseconds(100)

    /// Opens the store, makes its tables if need be, and brings those of an earlier version up to date: waits until that is done.
    /// - Parameters:
    ///   - url: The servers, as libpq reads them: `postgresql://user@host1,host2/hearth`. With `target_session_attrs=primary`
    ///     replicas are not read.
    ///   - limits: what it does at most.
    ///   - feedbackClock: Tells the Unix seconds at which feedback is dated, or `nil` while no service
    ///     fetches it and none is kept. Without a clock none is kept at all.
    /// - Throws: `StoreError.newerSchema` where a newer Hearth made the tables, `StoreError.unavailable` where no server answers,
    ///   or none that could make them.
    public init(
        _ url: String,
        limits: Limits = Limits(),
        feedbackClock: (@Sendable () -> Int64?)? = nil
    ) throws(StoreError) {
        let (addresses, readsReplicas) = try Self.read(url)
        servers = Servers(
            addresses.map { Server($0, connections: Server.Connections(limits)) },
            readsReplicas: readsReplicas
        )
        self.feedbackClock = feedbackClock
        known = KnownVersions(try Schema.prepare(servers, timeout: limits.timeout))
        do {
            ownLoop = try GuestLoop()
        } catch {
            throw .unavailable(StoreFailure(.outOfResources, "\(error)"))
        }
        let (servers, known, loop) = (servers, known, ownLoop.loop)
        let reporter: AsyncStream<ServerEvent>.Continuation
        (events, reporter) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.keptEvents))
        writer = Writer(servers, known, on: loop)
        loader = Loader(servers, known, timeout: limits.timeout)
        watches = servers.all.map { server in
            let watch = Watch(
                server: server,
                servers: servers,
                known: known,
                loop: loop,
                heartbeat: Self.heartbeat,
                events: reporter
            )
            return Task(executorPreference: loop) { await watch.run() }
        }
    }

    deinit {
        // Kept until all is closed: the loop, on which that goes on.
        let (ownLoop, watches, writer, servers) = (ownLoop, watches, writer, servers)
        Task {
            for watch in watches { watch.cancel() }
            for watch in watches { await watch.value }
            await writer.close()
            // On loops of others, which may have ended.
            for server in servers.all { Task { await server.closeReaders() } }
            withExtendedLifetime(ownLoop) {}
        }
    }

    /// How many file descriptors a store has open at most, where it is read from so many event loops: the connections to
    /// each server, which one more loop reads by, too, and that loop's own.
    /// - Parameter url: as ``init(_:limits:feedbackClock:)`` takes it; one that is malformed counts as one server.
    public static func descriptors(_ url: String, loops: Int, limits: Limits = Limits()) -> Int {
        let servers = (try? read(url).servers.count) ?? 1
        return servers * ((loops + 1) * limits.connections + 2) + 2
    }

    /// The servers of an address, and whether replicas are read.
    static func read(_ url: String) throws(StoreError) -> (servers: [ServerAddress], readsReplicas: Bool) {
        let address: (servers: [ServerAddress], target: String?)
        do throws(ServerAddress.Malformed) {
            address = try ServerAddress.all(in: url)
        } catch {
            throw .unavailable(StoreFailure(.misconfigured, error.reason))
        }
        switch address.target {
        case nil, "any", "prefer-standby": return (address.servers, true)
        case "primary", "read-write": return (address.servers, false)
        case let other?:
            throw .unavailable(
                StoreFailure(
                    .misconfigured,
                    "expected target_session_attrs any, prefer-standby or primary, found \(other)"
                )
            )
        }
    }

    // MARK: Reading and writing

    /// Runs the statements on one state of the store that has what the read needs.
    /// - Returns: what each gave.
    func read(_ need: Need, _ statements: BoundStatement...) async throws(StoreError) -> [Rows] {
        try await servers.read(need, known, on: EventLoop.current ?? ownLoop.loop, statements)
    }

    /// Makes the change.
    /// - Returns: what each of its statements gave.
    func write(_ change: Writer.Change) async throws(StoreError) -> [Rows] {
        try await writer.write(change).get()
    }
}

extension PostgreSQLStore: PropertyStore {
    /// What is known of the version.
    public func version() -> StoreVersion { known.current }

    /// What is known of the user's version.
    public func version(of user: UserID) -> UInt64 { known.version(of: user) }
}

extension Server.Connections {
    init(_ limits: PostgreSQLStore.Limits) {
        var reading = PoolLimits()
        reading.connections = limits.connections
        reading.connectTimeout = limits.timeout
        reading.statementTimeout = limits.timeout
        reading.deadline = limits.timeout + .seconds(1)
        reading.pauses = .milliseconds(100)...(.seconds(2))
        var writing = reading
        writing.connections = 1
        var watching = writing
        watching.deadline = .seconds(2)
        watching.statementTimeout = .seconds(2)
        self.init(reading: reading, writing: writing, watching: watching)
    }
}
