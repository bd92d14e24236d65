import Bytes

/// A value of a column.
package enum StoredValue: Hashable, Sendable {
    case null
    case integer(Int64)
    /// In SQLite.
    case real(Double)
    case text(String)
    case bytes([UInt8])
}

/// A row that an engine has read; columns count from 0 on. What no store writes is a defect.
package protocol StoredRow {
    func int64(_ column: Int32) throws(StoreError) -> Int64
    func text(_ column: Int32) throws(StoreError) -> String
    func withBytes<Value>(
        _ column: Int32,
        _ read: (Span<UInt8>) throws(StoreError) -> Value
    ) throws(StoreError) -> Value
}

extension StoredRow {
    /// Reads all columns of a table.
    package func values(of table: StoredTable) throws(StoreError) -> [StoredValue] {
        try zip((0 as Int32)..., table.columns).map { (index, column) throws(StoreError) in
            switch column.type {
            case .int16, .int32, .int64: .integer(try int64(index))
            case .text: .text(try text(index))
            case .bytes: .bytes(try bytes(index))
            }
        }
    }

    package func bytes(_ column: Int32) throws(StoreError) -> [UInt8] {
        try withBytes(column) { (bytes) throws(StoreError) in
            [UInt8](capacity: bytes.count) { $0.append(copying: bytes) }
        }
    }

    /// Passes on an item, from the columns `packed` and `opened_by`.
    func receiveItem(_ receive: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void) throws(StoreError) {
        let openedBy = UInt32(clamping: try int64(1))
        try withBytes(0) { (bytes) throws(StoreError) in receive(bytes, openedBy) }
    }

    /// Reads a row of ``StoredTable/user``.
    func record() throws(StoreError) -> UserRecord {
        try withBytes(1) { (bytes) throws(StoreError) in try UserRecord(stored: bytes) }
    }

    /// Reads a row of ``StoredTable/counts``.
    func counts() throws(StoreError) -> UserCounts {
        try withBytes(2) { (bytes) throws(StoreError) in try UserCounts(stored: bytes) }
    }
}

extension CatalogueItem.ID {
    /// Reads the columns `kind` and `id`.
    init(_ row: any StoredRow) throws(StoreError) {
        self.init(kind: try row.text(0), id: try row.text(1))
    }

    var columns: [StoredValue] { [.text(kind), .text(id)] }
}

extension UserEvent {
    /// Reads the columns of ``StoredTable/event``.
    init(_ row: any StoredRow) throws(StoreError) {
        let (position, name, type) = (try row.int64(0), try row.text(1), try row.int64(2))
        let action = try row.withBytes(3) { (bytes) throws(StoreError) in
            UInt8(exactly: type).flatMap { UserAction(code: $0, packed: bytes) }
        }
        guard let action, let user = name.isEmpty && action.isForgotten ? .erased : UserID(name) else {
            throw .defect("cannot read the event \(position)")
        }
        self.init(position: position, user: user, action: action, at: Instant(seconds: try row.int64(4)))
    }

    var columns: [StoredValue] {
        [
            .integer(position), .text(user.rawValue), .integer(Int64(action.code)), .bytes(action.packed),
            .integer(at.seconds),
        ]
    }
}

extension EventTotal {
    /// Reads the columns of ``StoredTable/eventTotal``.
    init(_ row: any StoredRow) throws(StoreError) {
        let key = Key(
            day: Int32(clamping: try row.int64(0)),
            widget: WidgetID(segment: try row.text(1), widget: try row.text(2)),
            arms: try row.text(3),
            rank: Int16(clamping: try row.int64(4))
        )
        let (shown, opened) = (try row.int64(5), try row.int64(6))
        let (saved, dismissed) = (try row.int64(7), try row.int64(8))
        self.init(key: key, counts: Counts(shown: shown, opened: opened, saved: saved, dismissed: dismissed))
    }

    var columns: [StoredValue] {
        [
            .integer(Int64(key.day)), .text(key.widget.segment), .text(key.widget.widget), .text(key.arms),
            .integer(Int64(key.rank)), .integer(counts.shown), .integer(counts.opened), .integer(counts.saved),
            .integer(counts.dismissed),
        ]
    }
}

extension ArmTotal {
    /// Reads the columns of ``StoredTable/armTotal``.
    init(_ row: any StoredRow) throws(StoreError) {
        let arm = EventOrigin.Arm(experiment: try row.text(0), arm: try row.text(1))
        let sums = try (2..<9).map { (column) throws(StoreError) in try row.int64(column) }
        self.init(arm: arm, sums: Sums(columns: sums))
    }

    var columns: [StoredValue] {
        [.text(arm.experiment), .text(arm.arm)] + sums.columns.map { .integer($0) }
    }
}

extension ArmTotal.Sums {
    /// The columns of ``StoredTable/armTotal`` behind the key.
    var columns: [Int64] {
        [users, visits, shown, opened, visitsSquared, openedSquared, visitsOpened]
    }

    init(columns: [Int64]) {
        self.init()
        (users, visits, shown, opened) = (columns[0], columns[1], columns[2], columns[3])
        (visitsSquared, openedSquared, visitsOpened) = (columns[4], columns[5], columns[6])
    }
}
