import Catalogue
import EventLoop
import Synchronization

extension PostgreSQLStore {
    /// Runs the statements on one state of the store that has the changes that the read has to see.
    /// - Returns: the rows of each statement.
    func read(_ consistency: ReadConsistency, _ statements: Statement...) async throws(StoreError) -> [Rows] {
        let loop = EventLoop.current ?? ownLoop.loop
        return try await readFirst(consistency) { (server) throws(PostgreSQLError) in
            try await server.pool(for: .read, on: loop).run(statements)
        }
    }

    /// Lets `body` read on the first server that answers, those first that have the changes that the read has to see.
    func readFirst<Value>(
        _ consistency: ReadConsistency,
        _ body: (Server) async throws(PostgreSQLError) -> Value
    ) async throws(StoreError) -> Value {
        var failure = PostgreSQLError.unreachable("there is no server")
        let primaryFirst = if case .latest = consistency { true } else { false }
        for (server, isBehind) in servers.forReading(known.versions(for: consistency), primaryFirst: primaryFirst) {
            do throws(PostgreSQLError) {
                let value = try await body(server)
                server.reads.add(1, ordering: .relaxed)
                if isBehind { known.readBehind() }
                return value
            } catch {
                failure = error
                guard error.mayPassElsewhere else { break }
            }
        }
        throw StoreError(failure)
    }
}

extension PostgreSQLError {
    /// Whether another server may give what this one did not: where it is gone or going, or had to end a read for what came
    /// from the primary (class 40).
    fileprivate var mayPassElsewhere: Bool {
        switch self {
        case .unreachable, .lost, .full: true
        case .cancelled: false
        case .refused(let state, _):
            ["08", "40", "53", "58"].contains(String(state.prefix(2))) || state.hasPrefix("57P")
        }
    }
}
