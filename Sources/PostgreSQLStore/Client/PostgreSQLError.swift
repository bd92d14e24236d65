/// Why statements were not run, or not known to be.
package enum PostgreSQLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The server has refused one, and undone those that were sent with it: the SQLSTATE (Appendix A of PostgreSQL's manual), and
    /// what it says.
    case refused(state: String, message: String)
    /// There is no connection, and nothing was sent.
    case unreachable(String)
    /// The connection was lost, or took too long, after something was sent: nobody knows whether it was done.
    case lost(String)
    /// Too many wait for a connection; nothing was sent.
    case full
    /// Nobody waits for the answer any more.
    case cancelled

    /// The cause, for logs.
    package var description: String {
        switch self {
        case .refused(let state, let message): "\(message) (\(state))"
        case .unreachable(let reason), .lost(let reason): reason
        case .full: "too many requests wait for a connection"
        case .cancelled: "the caller stopped waiting"
        }
    }
}
