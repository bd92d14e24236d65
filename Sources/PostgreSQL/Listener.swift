import EventLoops

/// Hears what is said on a channel, on a connection of its own.
///
/// It subscribes again and again, which changes nothing as long as its connection holds, and tells it where it does not: a
/// connection that hangs is noticed after a heartbeat and the deadline of an exchange.
package struct Listener: Sendable {
    /// What is to be known of a channel.
    package enum Event: Hashable, Sendable {
        /// From now on everything is heard; what was said before may have been missed.
        case listening
        /// This was said.
        case heard(String)
        /// What is said from now on is missed.
        case deaf(PostgreSQLError)
    }

    private let pool: Pool
    private let listen: Statement
    private let heartbeat: Duration
    private let tell: @Sendable (Event) -> Void

    private static let backend = Statement("backend", "SELECT pg_backend_pid()")

    /// - Parameters:
    ///   - address: the servers, as libpq reads them; the one that is written to, since nothing is said on the others.
    ///   - channel: its name: letters, digits and `_`.
    ///   - limits: those of its one connection.
    ///   - heartbeat: the pause between two looks at whether the connection holds.
    ///   - tell: is told what happens, on the loop's thread what was said, one after the other.
    package init(
        _ address: String,
        channel: String,
        on loop: EventLoop,
        limits: PoolLimits = PoolLimits(),
        heartbeat: Duration = .seconds(1),
        _ tell: @escaping @Sendable (Event) -> Void
    ) {
        precondition(channel.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }, "no channel")
        var limits = limits
        limits.connections = 1
        pool = Pool(address, on: loop, limits: limits) { if $0.channel == channel { tell(.heard($0.payload)) } }
        listen = Statement("listen", "LISTEN \(channel)")
        self.heartbeat = heartbeat
        self.tell = tell
    }

    /// Listens until the task is cancelled.
    package func run() async {
        var backend: Int64?
        while !Task.isCancelled {
            do throws(PostgreSQLError) {
                let found = try await pool.run([listen(), Self.backend()])[1][0].int(0)
                if found != backend { tell(.listening) }
                backend = found
            } catch {
                if backend != nil { tell(.deaf(error)) }
                backend = nil
            }
            try? await Task.sleep(for: heartbeat)
        }
        await pool.close()
    }
}
