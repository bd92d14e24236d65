import Catalogue
import PostgreSQL

/// Which changes of items a server knows.
struct FeedState: Sendable {
    /// The version of the last commit that changed items.
    let version: ItemVersion
    /// The oldest version since which all changes are known.
    private let oldestVersion: Int64
    private let isReplica: Bool

    /// What a row of ``SQL/feedStateText`` says.
    init(_ rows: Rows) throws(StoreError) {
        guard rows.count == 1 else { throw .unavailable(StoreFailure(.missing, "the store is empty")) }
        version = ItemVersion(
            history: UInt64(bitPattern: try rows[0].int64(0)),
            number: try rows[0].int64(1)
        )
        oldestVersion = try rows[0].int64(2)
        isReplica = rows[0].bool(3) == true
    }

    /// What a server can tell of the changes since a version.
    enum Answer {
        /// It does not know all of them: everything has to be read again.
        case unknown
        /// It knows of none.
        case unchanged
        /// It knows them.
        case changed
    }

    /// What the server can tell of the changes since `version`. A replica may not have all that has led to that version.
    func answer(since version: ItemVersion) -> Answer {
        guard version.history == self.version.history, version.number >= oldestVersion else { return .unknown }
        if version.number > self.version.number { return isReplica ? .unchanged : .unknown }
        return version == self.version ? .unchanged : .changed
    }
}
