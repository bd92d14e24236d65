/// The range of item changes that a database knows.
package struct ChangeFeedState: Sendable {
    /// The version of the last commit that changed items.
    package let version: ItemVersion
    /// The oldest version since which all changes are known.
    private let oldestVersion: Int64

    /// The state in the columns `history`, `item_version` and `oldest_version` of ``StoredTable/store``.
    package init(history: Int64, itemVersion: Int64, oldestVersion: Int64) {
        version = ItemVersion(history: UInt64(bitPattern: history), number: itemVersion)
        self.oldestVersion = oldestVersion
    }

    /// Whether items changed since `version`; `nil` if the database does not know, and everything must be read again.
    package func hasChanges(since version: ItemVersion) -> Bool? {
        let known = oldestVersion...max(oldestVersion, self.version.number)
        guard version.history == self.version.history, known.contains(version.number) else { return nil }
        return version != self.version
    }
}
