/// Why statements were not run, or not known to be.
package enum PostgreSQLError: Error, Hashable, Sendable {
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
}
