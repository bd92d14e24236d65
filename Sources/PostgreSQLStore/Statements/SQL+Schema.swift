// The version of the schema.
extension SQL {
    /// Waits until no other process changes the schema, and keeps others from it until the end of the transaction. The number
    /// is the word "hearth" in ASCII.
    static let lockSchemaText = "SELECT pg_advisory_xact_lock(\(0x68_65_61_72_74_68))"

    /// Makes the table of the schema's version, under the lock.
    static let addSchemaVersionText = """
        CREATE TABLE IF NOT EXISTS schema_version (
            key smallint PRIMARY KEY CHECK (key = 1),
            version bigint NOT NULL
        )
        """

    /// Saves the version of the schema.
    /// - Parameters: 1 version int8.
    static let putSchemaVersionText = """
        INSERT INTO schema_version (key, version) VALUES (1, $1::int8)
        ON CONFLICT (key) DO UPDATE SET version = excluded.version
        """
}
