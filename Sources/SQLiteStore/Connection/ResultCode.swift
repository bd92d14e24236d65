import CSQLite
import Catalogue
import Glibc

/// A result code of SQLite: <https://www.sqlite.org/rescode.html>.
struct ResultCode: RawRepresentable, Equatable {
    let rawValue: Int32

    static let ok = Self(rawValue: SQLITE_OK)
    static let row = Self(rawValue: SQLITE_ROW)
    static let done = Self(rawValue: SQLITE_DONE)
    static let busy = Self(rawValue: SQLITE_BUSY)

    /// A defect is a bug rather than a failure.
    var isDefect: Bool {
        switch primary.rawValue {
        case SQLITE_ERROR, SQLITE_INTERNAL, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_MISUSE, SQLITE_RANGE: true
        default: false
        }
    }

    /// - Parameter systemError: The `errno` of `SQLITE_CANTOPEN` and `SQLITE_IOERR`.
    func cause(systemError: Int32) -> StoreFailure.Cause {
        switch rawValue {
        case Self.ioErrorOfMemory: return .outOfResources
        case Self.ioErrorOfFileSystem, Self.ioErrorOfChecksum: return .corrupt
        case Self.readOnlySinceMoved: return .missing
        default: break
        }
        return switch primary.rawValue {
        case SQLITE_FULL: .full
        case SQLITE_READONLY: .readOnly
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
        case SQLITE_PERM, SQLITE_AUTH: .accessDenied
        case SQLITE_NOMEM, SQLITE_TOOBIG: .outOfResources
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .conflict
        case SQLITE_NOLFS: .misconfigured
        case SQLITE_CANTOPEN, SQLITE_IOERR: Self.cause(ofSystemError: systemError) ?? .ioError
        default: .ioError
        }
    }

    /// `nil` for an unspecific `errno`.
    static func cause(ofSystemError code: Int32) -> StoreFailure.Cause? {
        switch code {
        case ENOSPC, EDQUOT, EFBIG: .full
        case EROFS: .readOnly
        case ENOENT, ENOTDIR: .missing
        case EACCES, EPERM: .accessDenied
        case ENOMEM, EMFILE, ENFILE: .outOfResources
        default: nil
        }
    }

    // Macros that Swift does not import.
    private static let ioErrorOfWrite = SQLITE_IOERR | 3 << 8
    private static let ioErrorOfMemory = SQLITE_IOERR | 12 << 8
    private static let ioErrorOfChecksum = SQLITE_IOERR | 32 << 8
    private static let ioErrorOfFileSystem = SQLITE_IOERR | 33 << 8
    private static let readOnlySinceMoved = SQLITE_READONLY | 4 << 8

    /// Whether an `errno` belongs to the code.
    var isOfSystem: Bool { [SQLITE_CANTOPEN, SQLITE_IOERR].contains(primary.rawValue) }

    var isOfWrite: Bool { rawValue == Self.ioErrorOfWrite }

    var primary: Self { Self(rawValue: rawValue & 0xff) }
}
