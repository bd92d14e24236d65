import Catalogue

/// The version of a file's schema, and the migration of files of earlier versions.
enum Schema {
    /// The version with the tables of ``Tables``.
    static let version = 6

    /// Makes the tables of an empty file, or brings a file of an earlier version to the newest one, whole or not at all.
    /// - Throws: `StoreError.newerSchema` where a newer Hearth wrote the file.
    static func prepare(_ connection: Connection) throws(StoreError) {
        // The migration deletes users, and with them the rows that refer to them.
        try connection.execute("PRAGMA foreign_keys = ON")
        // Read inside the transaction: another process may be migrating the same file.
        try connection.run(.beginWriting)
        defer { connection.rollback() }
        let found = try connection.statement("PRAGMA user_version").first { $0.int(0) } ?? 0
        guard found <= version else { throw .newerSchema(found: found, known: version) }
        if found == version { return }
        if found == 0 {
            try Tables.make(connection)
        } else {
            for script in ListingMigrations.scripts.dropFirst(found - 1) { try connection.execute(script) }
            try ItemMigration.run(connection)
        }
        try connection.execute("PRAGMA user_version = \(version)")
        try connection.run(.commit)
        if found > 0 { compact(connection) }
    }

    /// Rewrites the file without the free pages of the old tables. Where there is no room for that, or another process is in
    /// the way, the file keeps its size, and later writes use the free pages.
    private static func compact(_ connection: Connection) {
        // The temporary file is as large as the items, so keep it on the disk.
        try? connection.execute("PRAGMA temp_store = FILE; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        try? connection.execute("PRAGMA temp_store = MEMORY")
    }
}
