// How the columns of ``StoredTable`` become values, in both engines. A value that no store writes is a defect.

extension UserRecord {
    /// The record that a column of ``StoredTable/user`` holds.
    package init(stored bytes: Span<UInt8>) throws(StoreError) {
        guard let record = Self(packed: bytes) else { throw .defect("cannot read the record of a user") }
        self = record
    }
}

extension UserEvent {
    /// The event that the columns of ``StoredTable/event`` hold.
    package init(
        position: Int64,
        user: String,
        type: Int64,
        packed: Span<UInt8>,
        at: Int64
    ) throws(StoreError) {
        guard let user = UserID(user), let code = UInt8(exactly: type),
            let action = UserAction(code: code, packed: packed)
        else { throw .defect("cannot read the event \(position)") }
        self.init(position: position, user: user, action: action, at: at)
    }
}

extension PackedItem {
    /// The item `id`, as a column of ``StoredTable/item`` holds it.
    package init(stored bytes: Span<UInt8>, of id: CatalogueItem.ID) throws(StoreError) {
        guard let item = Self(bytes) else { throw .defect("cannot read the item \(id)") }
        self = item
    }
}

extension StoreLimits {
    /// The signing key that a column of ``StoredTable/store`` holds.
    package static func checkedSigningKey(_ key: [UInt8]?) throws(StoreError) -> [UInt8] {
        guard let key, key.count == signingKeyLength else { throw .defect("the store has no signing key") }
        return key
    }
}
