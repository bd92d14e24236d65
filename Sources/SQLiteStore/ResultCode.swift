import CSQLite

/// What an SQLite function answers: <https://www.sqlite.org/rescode.html>.
struct ResultCode: RawRepresentable, Equatable {
    let rawValue: Int32

    static let ok = Self(rawValue: SQLITE_OK)
    static let row = Self(rawValue: SQLITE_ROW)
    static let done = Self(rawValue: SQLITE_DONE)
    static let busy = Self(rawValue: SQLITE_BUSY)

    /// Whether the code says that SQLite was asked for nonsense, and not that something stands in its way.
    var isDefect: Bool {
        switch primary.rawValue {
        case SQLITE_ERROR, SQLITE_INTERNAL, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_MISUSE, SQLITE_RANGE: true
        default: false
        }
    }

    /// The code without what an extended code adds to it.
    var primary: Self { Self(rawValue: rawValue & 0xff) }
}
