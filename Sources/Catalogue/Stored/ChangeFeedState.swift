/// Which changes of items a database knows.
package struct ChangeFeedState: Sendable {
    /// The version of the last commit that changed items.
    package let version: ItemVersion
    /// The oldest version since which all changes are known.
    private let oldestVersion: Int64
    /// Whether the database follows another one, which may have changes that it lacks.
    private let isReplica: Bool

    /// The state that the columns `history`, `item_version` and `oldest_version` of ``StoredTable/store`` tell.
    package init(history: Int64, itemVersion: Int64, oldestVersion: Int64, isReplica: Bool = false) {
        version = ItemVersion(history: UInt64(bitPattern: history), number: itemVersion)
        self.oldestVersion = oldestVersion
        self.isReplica = isReplica
    }

    /// The changes since a version, as far as a database knows them.
    package enum Changes {
        /// It does not know all of them: everything has to be read again.
        case unknown
        /// It knows of none.
        case none
        /// It knows all of them.
        case known
    }

    /// What the database knows of the changes since `version`.
    package func changes(since version: ItemVersion) -> Changes {
        guard version.history == self.version.history, version.number >= oldestVersion else { return .unknown }
        if version.number > self.version.number { return isReplica ? .none : .unknown }
        return version == self.version ? .none : .known
    }
}
