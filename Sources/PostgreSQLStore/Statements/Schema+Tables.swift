import PostgreSQL
import Catalogue

extension Schema {
    /// The tables that a store works with.
    enum Tables: Sendable {
        /// Those of ``PostgreSQLStore``.
        case listings
        /// Those of ``PostgreSQLCatalogueStore``.
        case items

        /// The steps that lead to them.
        var migrations: [Migration] {
            let toListings = Schema.migrations.map(Migration.script)
            return switch self {
            case .listings: toListings
            case .items: toListings + [.conversion(ItemMigration.run)]
            }
        }

        /// The version of the schema that has them.
        var version: Int { migrations.count }

        /// What a server is, and how far it is.
        /// - Columns: as ``SQL/stateText``.
        var state: BoundStatement {
            switch self {
            case .listings: SQL.state()
            case .items: CatalogueSQL.state()
            }
        }

        /// Raises a new primary's versions to those of another history, where no process has yet, and tells the others.
        /// - Parameters:
        ///   - timeline: the primary's.
        ///   - lost: the history of items of which the primary lacks something; `nil` where it lacks nothing.
        ///   - origin: the store that does it.
        func beginHistory(on timeline: Int64, insteadOf lost: UInt64?, by origin: String) -> [BoundStatement] {
            switch self {
            case .listings: [SQL.beginHistory(.int8(timeline)), SQL.tellVersions(.text(origin))]
            case .items:
                [
                    CatalogueSQL.beginHistory(.int8(timeline), .int8(lost.map { Int64(bitPattern: $0) })),
                    CatalogueSQL.announce(.text(origin)),
                ]
            }
        }
    }

    /// A step from one version of the schema to the next.
    enum Migration {
        /// Runs a script of statements.
        case script(String)
        /// Runs a function inside the step's transaction.
        case conversion((BlockingConnection) throws(StoreError) -> Void)

        /// Runs the step in the open transaction.
        func run(on connection: BlockingConnection) throws(StoreError) {
            switch self {
            case .script(let script):
                try StoreError.translating { () throws(PostgreSQLError) in try connection.run(script: script) }
            case .conversion(let convert): try convert(connection)
            }
        }
    }
}
