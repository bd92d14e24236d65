import CLinux
import CPostgreSQL
import EventLoops
import Glibc

/// One connection to a server: exchanges go out one behind the other, without waiting for an answer, and their answers come back
/// in that order (libpq's pipeline mode). It belongs to its loop's thread.
@safe final class Connection {
    // Sound: taken over in `init`, closed in `close()`, and never handed out.
    private let handle: OpaquePointer
    /// Its socket, which stays the same once it is open.
    let descriptor: Int32
    private(set) var isOpen = true
    /// What was sent, the oldest first.
    private(set) var exchanges: [Exchange] = []
    /// What answers are expected of the exchanges, the oldest first.
    private var steps: [Step] = []
    /// Where ``steps`` begins.
    private var next = 0
    private var prepared: Set<String> = []
    /// When something came from the server last, in milliseconds (``MonotonicTime``).
    private(set) var heard = MonotonicTime.now()

    private enum Step {
        case prepare(String)
        case run
        case sync
    }

    init(_ established: Connector.Established) {
        unsafe handle = established.handle
        descriptor = unsafe PQsocket(handle)
    }

    deinit { close() }

    /// Closes it. What was sent is lost: nobody knows whether it was done.
    func close() {
        guard isOpen else { return }
        isOpen = false
        unsafe PQfinish(handle)
    }

    /// Takes what was sent and has no answer.
    func takeExchanges() -> [Exchange] {
        defer { exchanges = [] }
        return exchanges
    }

    /// The events that it waits for.
    var awaited: UInt32 { EPOLLIN.rawValue | (isFlushed ? 0 : EPOLLOUT.rawValue) }
    private var isFlushed = true

    // MARK: Sending

    /// Sends the statements; what was not prepared on this connection is prepared first.
    func send(_ exchange: Exchange) throws(PostgreSQLError) {
        exchanges.append(exchange)
        for bound in exchange.statements {
            let name = bound.statement.name
            if prepared.insert(name).inserted {
                try check(unsafe PQsendPrepare(handle, name, bound.statement.text, 0, nil))
                steps.append(.prepare(name))
            }
            try sendRun(bound)
            steps.append(.run)
        }
        try check(unsafe PQpipelineSync(handle))
        steps.append(.sync)
        try flush()
    }

    private func sendRun(_ bound: BoundStatement) throws(PostgreSQLError) {
        let values = bound.values.map(\.binary)
        let lengths = values.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: values.count)
        // Values that are NULL are nil, and one that is empty is not: each stands in one buffer, behind a byte of nobody's.
        var buffer: [UInt8] = [0]
        let offsets = values.map { value -> Int? in
            guard let value else { return nil }
            defer { buffer += value }
            return buffer.count
        }
        buffer.append(0)
        // Sound: libpq copies the values, of which it is told how long they are, before it returns; all of them are in the
        // buffer, which outlives the call.
        let code = unsafe buffer.withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                let pointers = unsafe offsets.map { offset in unsafe offset.map { unsafe bytes.baseAddress! + $0 } }
                return unsafe PQsendQueryPrepared(
                    handle,
                    bound.statement.name,
                    Int32(values.count),
                    pointers,
                    lengths,
                    formats,
                    1
                )
            }
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
    /// - Throws: where the connection is lost.
    func converse() throws(PostgreSQLError) {
        guard unsafe PQconsumeInput(handle) == 1 else { throw .lost(unsafe message(of: handle)) }
        heard = MonotonicTime.now()
        try flush()
        var pauses = 0
        while next < steps.count, unsafe PQisBusy(handle) == 0 {
            if let result = unsafe PQgetResult(handle) {
                pauses = 0
                unsafe take(Rows(owning: result))
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
        if unsafe PQstatus(handle) == CONNECTION_BAD { throw .lost(unsafe message(of: handle)) }
    }

    private func take(_ rows: Rows) {
        defer { next += 1 }
        switch steps[next] {
        case .prepare(let name):
            guard let error = rows.error else { return }
            prepared.remove(name)
            exchanges[0].fail(error)
        case .run:
            if let error = rows.error { exchanges[0].fail(error) } else { exchanges[0].take(rows) }
        case .sync:
            var exchange = exchanges.removeFirst()
            exchange.finish()
        }
    }

    // MARK: Giving up

    /// Answers the exchange, for which nobody waits any more, before the server does.
    func abandon(_ id: Int, _ error: PostgreSQLError) {
        guard let index = exchanges.firstIndex(where: { $0.id == id }) else { return }
        exchanges[index].answer(.failure(error))
    }
}
