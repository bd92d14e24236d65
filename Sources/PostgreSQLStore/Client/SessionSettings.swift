import EventLoop

/// Session settings that fix the plan of every statement, whatever the statistics say.
///
/// PostgreSQL has no `INDEXED BY`: only index scans are enabled, joins run in the order of the statement, and plans do
/// not depend on parameters.
enum SessionSettings {
    static let plans = [
        "plan_cache_mode": "force_generic_plan",
        "join_collapse_limit": "1",
        "from_collapse_limit": "1",
        "enable_seqscan": "off",
        "enable_bitmapscan": "off",
        "enable_hashjoin": "off",
        "enable_mergejoin": "off",
        // Order by index wherever possible.
        "enable_sort": "off",
        "enable_incremental_sort": "off",
        // Starting workers or compiling takes longer than reading a page of 24.
        "max_parallel_workers_per_gather": "0",
        "jit": "off",
    ]

    /// For reading: each batch of statements sees one state of the store.
    static let reading = plans.merging(
        ["default_transaction_isolation": "repeatable read", "default_transaction_read_only": "on"]
    ) { $1 }

    /// For whole tables. The settings of ``reading`` are for look-ups by index.
    static let scanning = ["default_transaction_read_only": "on"]

    /// For writing: the server rolls a transaction back after `timeout` without a statement.
    static func writing(timeout: Duration) -> [String: String] {
        plans.merging(["idle_in_transaction_session_timeout": "\(timeout.milliseconds)"]) { $1 }
    }
}
