/// Statements that are sent at once and undone together where one fails, and who waits for what they give.
struct StatementBatch {
    /// What tells it from others of its pool.
    let id: Int
    let statements: [Statement]
    /// The process of the server that has to run the statements, as it has their transaction open; `nil` where any may.
    let backend: Int32?
    /// When the caller gives up waiting.
    let deadline: ContinuousClock.Instant
    /// `nil` once there is an answer.
    private var continuation: CheckedContinuation<Result<[Rows], PostgreSQLError>, Never>?
    private var rows: [Rows] = []
    private var failure: PostgreSQLError?

    init(
        id: Int,
        _ statements: [Statement],
        on backend: Int32?,
        deadline: ContinuousClock.Instant,
        continuation: CheckedContinuation<Result<[Rows], PostgreSQLError>, Never>
    ) {
        self.id = id
        self.statements = statements
        self.backend = backend
        self.deadline = deadline
        self.continuation = continuation
    }

    /// Whether somebody waits for it.
    var isAwaited: Bool { continuation != nil }

    /// Takes what the next of the statements gave.
    mutating func take(_ rows: Rows) { self.rows.append(rows) }

    /// Takes note that a statement was refused. The first one counts: the others were not run for it.
    mutating func fail(_ error: PostgreSQLError) { failure = failure ?? error }

    /// Answers with what was taken.
    mutating func finish() { answer(failure.map { .failure($0) } ?? .success(rows)) }

    /// Answers, where nobody has yet.
    mutating func answer(_ result: Result<[Rows], PostgreSQLError>) {
        continuation?.resume(returning: result)
        continuation = nil
    }
}
