/// The range of item changes that a database knows.
package struct ChangeFeedState: Sendable {
    /// The version of the last commit that changed items.
    package let version: ItemVersion
    /// The oldest version since which all changes are known.
    private let oldestVersion: Int64
    /// Whether the database is a replica, which may lack changes of its primary.
    private let isReplica: Bool

    /// The state in the columns `history`, `item_version` and `oldest_version` of ``StoredTable/store``.
    package init(history: Int64, itemVersion: Int64, oldestVersion: Int64, isReplica: Bool = false) {
        version = ItemVersion(history: UInt64(bitPattern: history), number: itemVersion)
        self.oldestVersion = oldestVersion
        self.isReplica = isReplica
    }

    /// Whether items changed since `version`; `nil` if the database does not know, and everything must be read again.
    package func hasChanges(since version: ItemVersion) -> Bool? {
        guard version.history == self.version.history, version.number >= oldestVersion else { return nil }
        if version.number > self.version.number { return isReplica ? false : nil }
        return version != self.version
    }
}
