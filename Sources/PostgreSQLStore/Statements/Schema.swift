import Catalogue
import PostgreSQL

/// The version of a database's schema, and the migration of databases of earlier versions.
///
/// Each step runs once, in a transaction of its own that holds the lock (``SQL/lockSchemaText``): however many Hearths start
/// together, one runs it and the others find it done.
enum Schema {
    /// The version with the tables of ``Tables``.
    static let version = 4
    /// The last version with tables of listings, products and users.
    private static let listingVersion = 3

    /// Makes the tables of an empty database, or brings one of an earlier version to the newest one.
    /// - Returns: the version that the database has now, which may be newer.
    static func migrate(_ connection: BlockingConnection) throws(StoreError) -> Int {
        try StoreError.translating { () throws(PostgreSQLError) in
            try connection.run(script: "BEGIN")
            try connection.run(SQL.lockSchema())
            try connection.run(SQL.addSchemaVersion())
        }
        let found = try version(of: connection)
        switch found {
        case version...: break
        case listingVersion: try ItemMigration.run(on: connection)
        default:
            try StoreError.translating { () throws(PostgreSQLError) in
                // The making of the tables was interrupted: they are empty.
                if found > 0 { try connection.run(script: ItemMigration.dropUnfinishedTables) }
                try connection.run(script: Tables.script + Tables.itemIndexes + Tables.newStore)
            }
        }
        try StoreError.translating { () throws(PostgreSQLError) in
            if found < version { try connection.run(SQL.putSchemaVersion(.int8(Int64(version)))) }
            try connection.run(script: "COMMIT")
        }
        return max(found, version)
    }

    /// The version that the database has; 0 where it has no tables.
    static func version(of connection: BlockingConnection) throws(StoreError) -> Int {
        let rows = try StoreError.translating { () throws(PostgreSQLError) in try connection.run(SQL.schemaVersion()) }
        return Int(try rows.first { (row) throws(StoreError) in try row.int64(0) } ?? 0)
    }
}
