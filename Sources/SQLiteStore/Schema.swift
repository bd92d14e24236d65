import Catalogue

/// The version of a file's schema, and the migration of files of earlier versions.
enum Schema {
    /// The version with the tables of ``Tables``.
    static let version = ListingMigrations.scripts.count + 2

    /// Makes the tables of an empty file, or brings a file of an earlier version to the newest one, each step whole or not at
    /// all.
    /// - Throws: `StoreError.newerSchema` where a newer Hearth wrote the file.
    static func prepare(_ connection: Connection) throws(StoreError) {
        // The steps delete a user, and with it the rows that refer to it.
        try connection.execute("PRAGMA foreign_keys = ON")
        var migrates = false
        while true {
            // Read again inside each transaction: another process may be migrating the same file.
            try connection.run(.beginWriting)
            defer { connection.rollback() }
            let found = try connection.statement("PRAGMA user_version").first { $0.int(0) } ?? 0
            guard found <= version else { throw .newerSchema(found: found, known: version) }
            if found == version { break }
            if found == 0 {
                try Tables.make(connection)
            } else {
                try migrate(connection, from: found)
                migrates = true
            }
            try connection.execute("PRAGMA user_version = \(found == 0 ? version : found + 1)")
            try connection.run(.commit)
        }
        if migrates { compact(connection) }
    }

    /// Brings the file to the next version in the open transaction.
    private static func migrate(_ connection: Connection, from version: Int) throws(StoreError) {
        let scripts = ListingMigrations.scripts
        if version <= scripts.count {
            try connection.execute(scripts[version - 1])
        } else {
            try ItemMigration.run(connection)
        }
    }

    /// Rewrites the file without the free pages of the old tables. Where there is no room for that, or another process is in
    /// the way, the file keeps its size, and later writes use the free pages.
    private static func compact(_ connection: Connection) {
        // The temporary file is as large as the items, so keep it on the disk.
        try? connection.execute("PRAGMA temp_store = FILE; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        try? connection.execute("PRAGMA temp_store = MEMORY")
    }
}
