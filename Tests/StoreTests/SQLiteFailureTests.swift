import CSQLite
import Catalogue
import Glibc
import Testing

@testable import SQLiteStore

/// Guards the mapping of SQLite's result codes.
@Suite struct `The cause of a failure of a store's file` {
    private static let sqliteCauses: [(Int32, systemError: Int32, StoreFailure.Cause)] = [
        (SQLITE_FULL, 0, .full),
        (SQLITE_IOERR, ENOSPC, .full),
        (SQLITE_IOERR, EFBIG, .full),
        (SQLITE_CANTOPEN, EDQUOT, .full),
        (SQLITE_READONLY, 0, .readOnly),
        (SQLITE_CANTOPEN, EROFS, .readOnly),
        (SQLITE_CORRUPT, 0, .corrupt),
        (SQLITE_NOTADB, 0, .corrupt),
        (SQLITE_IOERR, EIO, .ioError),
        (SQLITE_IOERR, 0, .ioError),
        (SQLITE_CANTOPEN, ENOENT, .missing),
        (SQLITE_CANTOPEN, EACCES, .accessDenied),
        (SQLITE_CANTOPEN, EMFILE, .outOfResources),
        (SQLITE_NOMEM, 0, .outOfResources),
        (SQLITE_PROTOCOL, 0, .conflict),
    ]

    @Test(arguments: sqliteCauses)
    func `follows from SQLite's result code and the system's error`(
        code: Int32,
        systemError: Int32,
        cause: StoreFailure.Cause
    ) {
        #expect(ResultCode(rawValue: code).cause(systemError: systemError) == cause)
        let extended = ResultCode(rawValue: code | 99 << 8)
        #expect(extended.cause(systemError: systemError) == cause, "with an extended code")
    }

    /// Extended codes that are more specific than their primary code, by number in SQLite's documentation.
    @Test(
        arguments: [(1032, .missing), (3082, .outOfResources), (8202, .corrupt), (8458, .corrupt)]
            as [(Int32, StoreFailure.Cause)]
    )
    func `follows from an extended result code of SQLite`(code: Int32, cause: StoreFailure.Cause) {
        #expect(ResultCode(rawValue: code).cause(systemError: 0) == cause)
    }
}
