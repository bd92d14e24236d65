import EventLoop

/// What is set on every connection, so that a statement has the one plan that it was written for, whatever the statistics say.
///
/// PostgreSQL has no `INDEXED BY`: instead every way is closed but the way along an index, joins go in the order in which they
/// are written, and a plan never depends on the values of one call.
enum SessionSettings {
    /// The `options` of a connection.
    static let options = [
        "plan_cache_mode=force_generic_plan",
        "join_collapse_limit=1",
        "from_collapse_limit=1",
        "enable_seqscan=off",
        "enable_bitmapscan=off",
        "enable_hashjoin=off",
        "enable_mergejoin=off",
        // An order is an index's wherever there is one.
        "enable_sort=off",
        "enable_incremental_sort=off",
        // A page of 24 is read before other processes, or a compiler, have begun.
        "max_parallel_workers_per_gather=0",
        "jit=off",
        "client_encoding=UTF8",
    ].map { "-c \($0)" }.joined(separator: " ")

    /// The same for a connection that only reads: what goes to the server at once sees one state of the store.
    static var readOptions: String {
        options + #" -c default_transaction_isolation=repeatable\ read -c default_transaction_read_only=on"#
    }

    /// The same for a connection that writes. The server undoes a transaction whose writer is silent for so long.
    static func writeOptions(timeout: Duration) -> String {
        "\(options) -c idle_in_transaction_session_timeout=\(timeout.milliseconds)"
    }
}
