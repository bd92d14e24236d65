/// What a pool of connections does at most.
package struct PoolLimits: Hashable, Sendable {
    /// Connections at a time, 1 or more.
    package var connections = 4
    /// Exchanges that are under way on one connection, 1 or more; more begin another connection, or wait.
    package var depth = 16
    /// Exchanges that wait for their turn.
    package var waiting = 1_024
    /// How long each host of the address may take to connect; two seconds at least.
    package var connectTimeout = Duration.seconds(5)
    /// How long the server may work on a statement before it gives up.
    package var statementTimeout = Duration.seconds(5)
    /// How long an exchange may take from its beginning, the wait for its turn included. A connection that is silent for so long
    /// while it owes an answer is closed.
    package var deadline = Duration.seconds(7)
    /// The defaults.
    package init() {}
}
