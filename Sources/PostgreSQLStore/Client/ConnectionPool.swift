import CLinux
import EventLoop
import Glibc

/// The connections of one event loop to one server, and the batches that wait for them. Its executor is the loop.
actor ConnectionPool {
    struct Limits: Hashable, Sendable {
        /// 1 or more.
        var connections = 4
        /// Batches in flight on one connection, 1 or more.
        var depth = 16
        /// Batches that wait for a connection.
        var waiting = 1_024
        /// The timeout for each host, 2 s or more.
        var connectTimeout = Duration.seconds(5)
        /// The server's timeout.
        var statementTimeout = Duration.seconds(5)
        /// Includes the wait for a connection. A connection that owes a result for longer is closed.
        var deadline = Duration.seconds(7)
    }

    /// The first and the longest delay after a failed connection attempt; it doubles, less up to half at random.
    private static let retryDelays = Duration.milliseconds(100)...Duration.seconds(2)

    private let loop: EventLoop
    private let connector: Connector
    private let limits: Limits
    private let onNotification: @Sendable (_ channel: String, _ payload: String) -> Void
    /// Calls ``expire()`` at ``timerDeadline``.
    private var timer: Task<Void, any Error>?

    private var connections: [PipelinedConnection] = []
    private var connecting = 0
    private var waiting: [StatementBatch] = []
    private var lastID = 0
    private var lastFailure: PostgreSQLError?
    /// Failed attempts in a row.
    private var failures = 0
    private var nextAttempt = ContinuousClock.now
    private var timerDeadline: ContinuousClock.Instant?
    private var isClosed = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        // Sound: the pool retains its loop.
        unsafe loop.asUnownedSerialExecutor()
    }

    /// Connects on demand.
    /// - Parameters:
    ///   - settings: Settings of each session, by name.
    ///   - onNotification: Receives `NOTIFY` messages on the loop's thread.
    init(
        _ server: ServerAddress,
        on loop: EventLoop,
        limits: Limits = Limits(),
        settings: [String: String] = [:],
        onNotification: @escaping @Sendable (_ channel: String, _ payload: String) -> Void = { _, _ in }
    ) {
        self.loop = loop
        self.limits = limits
        self.onNotification = onNotification
        connector = Connector(
            server,
            timeout: limits.connectTimeout,
            settings: settings.merging(["statement_timeout": "\(limits.statementTimeout.milliseconds)"]) { $1 }
        )
    }

    // MARK: Running statements

    /// Runs statements in order, in one transaction, and returns the rows of each.
    /// - Parameter connection: Has the transaction of an earlier call; `nil` for a transaction of its own.
    func run(_ statements: [Statement], on connection: Int? = nil) async throws(PostgreSQLError) -> [Rows] {
        try await answer(to: statements, on: connection).rows
    }

    func answer(
        to statements: [Statement],
        on connection: Int? = nil
    ) async throws(PostgreSQLError) -> StatementBatch.Answer {
        lastID += 1
        let id = lastID
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enqueue(
                    StatementBatch(
                        id: id,
                        statements,
                        on: connection,
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

    private func enqueue(_ batch: StatementBatch) {
        var batch = batch
        guard !isClosed else { return batch.resume(.failure(.unreachable("the store is closed"))) }
        // A cancellation before this point found no batch to cancel.
        guard !Task.isCancelled else { return batch.resume(.failure(.cancelled)) }
        guard waiting.count < limits.waiting else { return batch.resume(.failure(.full)) }
        if let lastFailure, connections.isEmpty, connecting == 0, .now < nextAttempt {
            return batch.resume(.failure(lastFailure))
        }
        waiting.append(batch)
        sendWaiting()
    }

    private func cancel(_ id: Int) {
        if let index = waiting.firstIndex(where: { $0.id == id }) {
            waiting[index].resume(.failure(.cancelled))
            waiting.remove(at: index)
        }
        for connection in connections { connection.abandon(id, .cancelled) }
    }

    func close() {
        isClosed = true
        for connection in connections { lose(connection, .lost("the store was closed")) }
        failWaiting(.unreachable("the store is closed"))
        timer?.cancel()
    }

    deinit { timer?.cancel() }

    /// Closes idle connections, so that the next statements see the current defaults of sessions.
    func renewSessions() {
        for connection in connections where connection.batches.isEmpty { lose(connection, .lost("renewed")) }
    }

    var connectionCount: Int { connections.count }

    // MARK: Connections

    private func sendWaiting() {
        while !waiting.isEmpty {
            if let id = waiting[0].connection, !connections.contains(where: { $0.id == id }) {
                // The server has rolled the transaction back.
                var batch = waiting.removeFirst()
                batch.resume(.failure(.lost("the connection was lost during a transaction")))
                continue
            }
            let idlest = connections.lazy.filter(\.acceptsBatches).min { $0.batches.count < $1.batches.count }
            // A batch is pipelined behind another one, which may be slow, only when no connection can be added.
            if idlest?.batches.isEmpty != true { connect() }
            guard let connection = idlest,
                connection.batches.isEmpty || connecting == 0 && connection.batches.count < limits.depth
            else { break }
            let batch = waiting.removeFirst()
            do throws(PostgreSQLError) {
                try connection.send(batch)
                updateEvents(of: connection)
            } catch {
                lose(connection, error)
            }
        }
        // Fail at once while the server is down; a later call connects again.
        if connections.isEmpty, connecting == 0 { failWaiting(lastFailure ?? .unreachable("there is no connection")) }
        setTimer()
    }

    private func connect() {
        guard connections.count + connecting < limits.connections, connecting < waiting.count,
            .now >= nextAttempt
        else { return }
        connecting += 1
        Task(executorPreference: loop) { await self.add(self.connector.connect()) }
    }

    private func add(_ result: Result<Connector.EstablishedConnection, PostgreSQLError>) {
        connecting -= 1
        do {
            lastID += 1
            let connection = try PipelinedConnection(try result.get(), id: lastID)
            guard !isClosed else { return }
            let descriptor = connection.descriptor
            try loop.addHandler(descriptor, for: connection.awaitedEvents) { [weak self] _ in
                self?.assumeIsolated { $0.receive(at: descriptor) }
            }
            connections.append(connection)
            failures = 0
            lastFailure = nil
        } catch {
            noteFailedAttempt(error as? PostgreSQLError ?? .unreachable("\(error)"))
        }
        sendWaiting()
    }

    private func noteFailedAttempt(_ failure: PostgreSQLError) {
        lastFailure = failure
        let delay = min(Self.retryDelays.upperBound, Self.retryDelays.lowerBound * (1 << min(failures, 20)))
        failures += 1
        nextAttempt = .now + delay * Double.random(in: 0.5...1)
        if connections.isEmpty, connecting == 0 { failWaiting(failure) }
    }

    private func receive(at descriptor: Int32) {
        guard let connection = connections.first(where: { $0.descriptor == descriptor }) else { return }
        do throws(PostgreSQLError) {
            try connection.receive(onNotification)
            if connection.isReadOnly, connection.batches.isEmpty { throw .lost("the session accepts no writes") }
            updateEvents(of: connection)
        } catch {
            lose(connection, error)
        }
        sendWaiting()
    }

    private func updateEvents(of connection: PipelinedConnection) {
        try? loop.setEvents(connection.descriptor, connection.awaitedEvents)
    }

    private func lose(_ connection: PipelinedConnection, _ error: PostgreSQLError) {
        connections.removeAll { $0 === connection }
        loop.removeHandler(connection.descriptor)
        let batches = connection.takeBatches()
        connection.close()
        for var batch in batches { batch.resume(.failure(error)) }
    }

    private func failWaiting(_ failure: PostgreSQLError) {
        let all = waiting
        waiting = []
        for var batch in all { batch.resume(.failure(failure)) }
    }

    // MARK: Deadlines

    private func expire() {
        timerDeadline = nil
        let now = ContinuousClock.now
        for connection in connections {
            guard let oldest = connection.batches.first, oldest.deadline <= now else { continue }
            lose(connection, .lost("the server has not answered in \(limits.deadline)"))
        }
        for index in waiting.indices where waiting[index].deadline <= now {
            waiting[index].resume(.failure(lastFailure ?? .full))
        }
        waiting.removeAll { !$0.isAwaited }
        sendWaiting()
    }

    private func setTimer() {
        let deadlines = connections.compactMap { $0.batches.first?.deadline } + waiting.map(\.deadline).prefix(1)
        guard let next = deadlines.min(), timerDeadline.map({ next < $0 }) ?? true else { return }
        timerDeadline = next
        timer?.cancel()
        timer = Task { [weak self] in
            try await Task.sleep(until: next, clock: .continuous)
            await self?.expire()
        }
    }
}
