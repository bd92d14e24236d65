import CLinux
import CPostgreSQL
import Glibc

/// One connection to a server: exchanges go out one behind the other, without waiting for an answer, and their answers come back
/// in that order (libpq's pipeline mode). It belongs to its loop's thread.
@safe final class Connection {
    // Sound: taken over in `init`, closed in `close()`, and never handed out.
    private let handle: OpaquePointer
    /// Its socket, which stays the same once it is open.
    let descriptor: Int32
    /// The process of the server at its other end.
    let backend: Int32
    private(set) var isOpen = true
    /// What was sent, the oldest first.
    private(set) var exchanges: [StatementBatch] = []
    /// What answers are expected of the exchanges, the oldest first.
    private var steps: [Step] = []
    /// Where ``steps`` begins.
    private var next = 0
    private var prepared: Set<String> = []
    private let notices = Notices()

    private enum Step {
        case prepare(String)
        case run
        case sync
    }

    /// Takes a connection over.
    /// - Throws: where it will not be asked one thing behind the other.
    init(_ established: Connector.EstablishedConnection) throws(PostgreSQLError) {
        unsafe handle = established.handle
        descriptor = unsafe PQsocket(handle)
        backend = unsafe PQbackendPID(handle)
        unsafe notices.listen(on: handle)
        guard unsafe PQsetnonblocking(handle, 1) == 0, unsafe PQenterPipelineMode(handle) == 1 else {
            let reason = unsafe message(of: handle)
            close()
            throw .unreachable(reason)
        }
    }

    deinit { close() }

    /// Closes it. What was sent is lost: nobody knows whether it was done.
    func close() {
        guard isOpen else { return }
        isOpen = false
        unsafe PQfinish(handle)
    }

    /// Takes what was sent and has no answer.
    func takeExchanges() -> [StatementBatch] {
        defer { exchanges = [] }
        return exchanges
    }

    /// The events that it waits for.
    var awaited: UInt32 { EPOLLIN.rawValue | (isFlushed ? 0 : EPOLLOUT.rawValue) }
    private var isFlushed = true

    // MARK: Sending

    /// Sends the statements; what was not prepared on this connection is prepared first.
    func send(_ exchange: StatementBatch) throws(PostgreSQLError) {
        exchanges.append(exchange)
        for statement in exchange.statements {
            let name = statement.name
            if prepared.insert(name).inserted {
                try check(unsafe PQsendPrepare(handle, name, statement.text, 0, nil))
                steps.append(.prepare(name))
            }
            try sendRun(statement)
            steps.append(.run)
        }
        try check(unsafe PQpipelineSync(handle))
        steps.append(.sync)
        try flush()
    }

    private func sendRun(_ statement: Statement) throws(PostgreSQLError) {
        // Sound: libpq copies the values, of which it is told how long they are, before it returns.
        let code = unsafe Parameters(statement.values).withPointers { pointers, lengths, formats in
            unsafe PQsendQueryPrepared(
                handle,
                statement.name,
                Int32(lengths.count),
                pointers,
                lengths,
                formats,
                1
            )
        }
        try check(code)
    }

    private func check(_ code: Int32) throws(PostgreSQLError) {
        if code != 1 { throw .lost(unsafe message(of: handle)) }
    }

    private func flush() throws(PostgreSQLError) {
        let left = unsafe PQflush(handle)
        guard left >= 0 else { throw .lost(unsafe message(of: handle)) }
        isFlushed = left == 0
    }

    // MARK: Receiving

    /// Reads what has come, sends what is left, and answers whoever has an answer.
    /// - Parameter heard: is told what was said on the channels that this connection listens to.
    /// - Throws: where the connection is lost.
    func converse(_ heard: (_ channel: String, _ payload: String) -> Void) throws(PostgreSQLError) {
        guard unsafe PQconsumeInput(handle) == 1 else { throw .lost(unsafe message(of: handle)) }
        try flush()
        var pauses = 0
        while next < steps.count, unsafe PQisBusy(handle) == 0 {
            if let result = unsafe PQgetResult(handle) {
                pauses = 0
                let rows = unsafe Rows(owning: result)
                // What is committed like that is not acknowledged.
                if notices.saysUnreplicated { break }
                take(rows)
            } else {
                // Between the answers of two statements there is nothing, once.
                pauses += 1
                guard pauses < 3 else { throw .lost("the server has answered less than it was asked") }
            }
        }
        if next == steps.count {
            steps.removeAll(keepingCapacity: true)
            next = 0
        }
        if notices.saysUnreplicated { throw .lost("a commit was not waited for until a replica had it") }
        while let notification = unsafe PQnotifies(handle) {
            // Sound: both texts are terminated, and copied before what holds them is freed.
            defer { unsafe PQfreemem(notification) }
            unsafe heard(String(cString: notification.pointee.relname), String(cString: notification.pointee.extra))
        }
        if unsafe PQstatus(handle) == CONNECTION_BAD { throw .lost(unsafe message(of: handle)) }
    }

    private func take(_ rows: Rows) {
        switch steps[next] {
        case .prepare(let name):
            if let error = rows.error {
                prepared.remove(name)
                exchanges[0].fail(error)
            }
        case .run:
            if let error = rows.error { exchanges[0].fail(error) } else { exchanges[0].take(rows) }
        case .sync:
            // What ends the transaction can fail, too, and then comes before what tells that everything is answered.
            if let error = rows.error {
                exchanges[0].fail(error)
                return
            }
            var exchange = exchanges.removeFirst()
            exchange.finish()
        }
        next += 1
    }

    // MARK: Giving up

    /// Answers the exchange, for which nobody waits any more, before the server does.
    func abandon(_ id: Int, _ error: PostgreSQLError) {
        guard let index = exchanges.firstIndex(where: { $0.id == id }) else { return }
        exchanges[index].answer(.failure(error))
    }

    /// Whether another exchange may go out: not behind a statement that is not known to be prepared.
    var takesMore: Bool { !steps[next...].contains { if case .prepare = $0 { true } else { false } } }
}
