import CLinux
import EventLoop
import Glibc

/// The connections of one loop, and those who wait for them. Everything it holds is touched on its loop's thread only, which is what
/// its executor proves.
package actor Pool {
    /// How long the pause is after a connection that could not be made, the first time and at most; each time in a row doubles it,
    /// and each is made shorter by chance, by up to half.
    private static let pauses = Duration.milliseconds(100)...Duration.seconds(2)

    private let loop: EventLoop
    private let connector: Connector
    private let limits: PoolLimits
    private let heard: @Sendable (_ channel: String, _ payload: String) -> Void
    /// Calls ``expire()`` at ``alarmTime``.
    private var alarm: Task<Void, any Error>?

    private var connections: [Connection] = []
    /// Connections on their way.
    private var arriving = 0
    private var waiting: [StatementBatch] = []
    private var lastID = 0
    /// Why there is no connection.
    private var lastFailure: PostgreSQLError?
    /// How often in a row none could be made.
    private var failures = 0
    /// When the next connection attempt is allowed.
    private var nextAttempt = ContinuousClock.now
    /// The deadline that ``alarm`` waits for.
    private var alarmTime: ContinuousClock.Instant?
    private var isClosed = false

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Sound: the pool keeps its loop.
        unsafe loop.asUnownedSerialExecutor()
    }

    /// A pool that connects when it is asked something.
    /// - Parameters:
    ///   - server: the one to connect to.
    ///   - loop: where it waits, and those who ask it from there need not leave.
    ///   - options: what is set on each connection, besides what the address says: `-c name=value`.
    ///   - heard: is told, on the loop's thread, what was said on the channels that its connections listen to.
    package init(
        _ server: ServerAddress,
        on loop: EventLoop,
        limits: PoolLimits = PoolLimits(),
        options: String = "",
        heard: @escaping @Sendable (_ channel: String, _ payload: String) -> Void = { _, _ in }
    ) {
        self.loop = loop
        self.limits = limits
        self.heard = heard
        connector = Connector(
            server,
            timeout: limits.connectTimeout,
            options: "\(options) -c statement_timeout=\(limits.statementTimeout.milliseconds)"
        )
    }

    // MARK: Asking

    /// Runs the statements one after the other, in one transaction.
    /// - Parameter backend: the process of the server (`pg_backend_pid()`) on whose connection an earlier call has begun the
    ///   transaction; `nil` where this call is a transaction of its own, or begins one.
    /// - Returns: what each gave.
    /// - Throws: ``PostgreSQLError``; where it is `.lost`, it is not known whether they were done.
    package func run(
        _ statements: [Statement],
        on backend: Int32? = nil
    ) async throws(PostgreSQLError) -> [Rows] {
        lastID += 1
        let id = lastID
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                begin(
                    StatementBatch(
                        id: id,
                        statements,
                        on: backend,
                        deadline: .now + limits.deadline,
                        continuation: continuation
                    )
                )
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
        return try result.get()
    }

    private func begin(_ exchange: StatementBatch) {
        var exchange = exchange
        guard !isClosed else { return exchange.answer(.failure(.unreachable("the store is closed"))) }
        // Of what was cancelled on its way to here nobody is told.
        guard !Task.isCancelled else { return exchange.answer(.failure(.cancelled)) }
        guard waiting.count < limits.waiting else { return exchange.answer(.failure(.full)) }
        if let lastFailure, connections.isEmpty, arriving == 0, .now < nextAttempt {
            return exchange.answer(.failure(lastFailure))
        }
        waiting.append(exchange)
        work()
    }

    private func cancel(_ id: Int) {
        if let index = waiting.firstIndex(where: { $0.id == id }) {
            waiting[index].answer(.failure(.cancelled))
            waiting.remove(at: index)
        }
        for connection in connections { connection.abandon(id, .cancelled) }
    }

    /// Closes all connections; who waits is told.
    package func close() {
        isClosed = true
        for connection in connections { lose(connection, .lost("the store was closed")) }
        answerAll(.unreachable("the store is closed"))
        alarm?.cancel()
    }

    deinit {
        alarm?.cancel()
    }

    /// How many connections are open.
    package var connectionCount: Int { connections.count }

    // MARK: Working

    /// Sends what waits, as far as there are connections for it, and sees to it that there will be.
    private func work() {
        while !waiting.isEmpty {
            if let backend = waiting[0].backend, !connections.contains(where: { $0.backend == backend }) {
                // The server undoes a transaction whose connection is gone.
                var exchange = waiting.removeFirst()
                exchange.answer(.failure(.lost("the connection was lost during a transaction")))
                continue
            }
            let idlest = connections.lazy.filter(\.takesMore).min { $0.exchanges.count < $1.exchanges.count }
            // Behind another exchange, which may be slow, goes only what can have no connection of its own.
            if idlest?.exchanges.isEmpty != true { connect() }
            guard let connection = idlest,
                connection.exchanges.isEmpty || arriving == 0 && connection.exchanges.count < limits.depth
            else { break }
            let exchange = waiting.removeFirst()
            do throws(PostgreSQLError) {
                try connection.send(exchange)
                watch(connection)
            } catch {
                lose(connection, error)
            }
        }
        // Whoever asks next finds out whether there is a server again; nobody waits for that.
        if connections.isEmpty, arriving == 0 { answerAll(lastFailure ?? .unreachable("there is no connection")) }
        setAlarm()
    }

    private func connect() {
        guard connections.count + arriving < limits.connections, arriving < waiting.count,
            .now >= nextAttempt
        else { return }
        arriving += 1
        Task(executorPreference: loop) { await self.welcome(self.connector.connect()) }
    }

    private func welcome(_ result: Result<Connector.EstablishedConnection, PostgreSQLError>) {
        arriving -= 1
        do {
            let connection = try Connection(try result.get())
            guard !isClosed else { return }
            let descriptor = connection.descriptor
            try loop.addHandler(descriptor, for: connection.awaited) { [weak self] _ in
                self?.assumeIsolated { $0.converse(at: descriptor) }
            }
            connections.append(connection)
            failures = 0
            lastFailure = nil
        } catch {
            note(error as? PostgreSQLError ?? .unreachable("\(error)"))
        }
        work()
    }

    private func note(_ failure: PostgreSQLError) {
        lastFailure = failure
        let pause = min(Self.pauses.upperBound, Self.pauses.lowerBound * (1 << min(failures, 20)))
        failures += 1
        nextAttempt = .now + pause * Double.random(in: 0.5...1)
        if connections.isEmpty, arriving == 0 { answerAll(failure) }
    }

    private func converse(at descriptor: Int32) {
        guard let connection = connections.first(where: { $0.descriptor == descriptor }) else { return }
        do throws(PostgreSQLError) {
            try connection.converse(heard)
            watch(connection)
        } catch {
            lose(connection, error)
        }
        work()
    }

    private func watch(_ connection: Connection) {
        // It was taken in: the kernel knows it.
        try? loop.setEvents(connection.descriptor, connection.awaited)
    }

    private func lose(_ connection: Connection, _ error: PostgreSQLError) {
        connections.removeAll { $0 === connection }
        loop.removeHandler(connection.descriptor)
        let exchanges = connection.takeExchanges()
        connection.close()
        for var exchange in exchanges { exchange.answer(.failure(error)) }
    }

    private func answerAll(_ failure: PostgreSQLError) {
        let all = waiting
        waiting = []
        for var exchange in all { exchange.answer(.failure(failure)) }
    }

    // MARK: Deadlines

    /// Gives up what has taken too long.
    private func expire() {
        alarmTime = nil
        let now = ContinuousClock.now
        for connection in connections {
            guard let oldest = connection.exchanges.first, oldest.deadline <= now else { continue }
            lose(connection, .lost("the server has not answered in \(limits.deadline)"))
        }
        for index in waiting.indices where waiting[index].deadline <= now {
            waiting[index].answer(.failure(lastFailure ?? .full))
        }
        waiting.removeAll { !$0.isAwaited }
        work()
    }

    /// Has ``expire()`` called when the next deadline is over.
    private func setAlarm() {
        let deadlines = connections.compactMap { $0.exchanges.first?.deadline } + waiting.map(\.deadline).prefix(1)
        guard let next = deadlines.min(), alarmTime.map({ next < $0 }) ?? true else { return }
        alarmTime = next
        alarm?.cancel()
        alarm = Task { [weak self] in
            try await Task.sleep(until: next, clock: .continuous)
            await self?.expire()
        }
    }
}
