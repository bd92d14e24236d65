import PostgreSQLStore

/// The flags for a store in PostgreSQL.
enum StoreFlags {
    static let flags = [
        Flag(
            "store-connections",
            "N",
            "the connections of each event loop to each of the store's servers, to read by",
            default: "\(PostgreSQLStore.Limits().connections)"
        ),
        Flag(
            "store-timeout",
            "S",
            "how long one of the store's servers may take to connect or answer",
            default: "\(PostgreSQLStore.Limits().timeout.components.seconds)"
        ),
    ]

    /// What a command was called with.
    static func limits(_ arguments: Arguments) throws(UsageError) -> PostgreSQLStore.Limits {
        var limits = PostgreSQLStore.Limits()
        limits.connections = try arguments.integer("store-connections", in: 1...64)
        limits.timeout = .seconds(try arguments.integer("store-timeout", in: 2...60))
        return limits
    }
}
