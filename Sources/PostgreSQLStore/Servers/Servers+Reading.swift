import EventLoops
import PostgreSQL
import Catalogue
import Synchronization

extension Servers {
    /// Runs the statements on one state of the store, on the first server that answers and has the changes that the read has to
    /// see.
    /// - Returns: the rows of each statement.
    func read(
        _ consistency: ReadConsistency,
        _ known: KnownVersions,
        on loop: EventLoop,
        _ statements: [BoundStatement]
    ) async throws(StoreError) -> [Rows] {
        var failure = PostgreSQLError.unreachable("there is no server")
        for (server, isBehind) in forReading(known.versions(for: consistency), consistency) {
            do throws(PostgreSQLError) {
                let rows = try await server.readers(on: loop).run(statements)
                server.reads.add(1, ordering: .relaxed)
                if isBehind { known.readBehind() }
                return rows
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
    var mayPassElsewhere: Bool {
        switch self {
        case .unreachable, .lost, .full: true
        case .cancelled: false
        case .refused(let state, _):
            ["08", "40", "53", "58"].contains(String(state.prefix(2))) || state.hasPrefix("57P")
        }
    }
}
