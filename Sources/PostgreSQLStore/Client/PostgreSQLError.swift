import Catalogue
import CPostgreSQL

/// Why statements failed, or may have failed.
package enum PostgreSQLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The server refused a statement and rolled back its batch. SQLSTATEs: PostgreSQL manual, appendix A.
    case refused(state: String, message: String)
    /// There is no connection; nothing was sent.
    case unreachable(String)
    /// The connection was lost or timed out after sending; the outcome is unknown.
    case lost(String)
    /// Too many callers wait for a connection; nothing was sent.
    case full
    case cancelled

    /// The SQLSTATE of a write in a read-only transaction.
    static let readOnlyTransaction = "25006"

    package var description: String {
        switch self {
        case .refused(let state, let message): "\(message) (\(state))"
        case .unreachable(let reason), .lost(let reason): reason
        case .full: "too many requests wait for a connection"
        case .cancelled: "the caller stopped waiting"
        }
    }
}

extension StoreError {
    package init(_ error: PostgreSQLError) {
        switch error {
        case .full: self = .busy
        case .unreachable(let reason): self = .unavailable(StoreFailure(.unreachable, reason, mayHaveWritten: false))
        case .lost(let reason): self = .unavailable(StoreFailure(.unreachable, reason))
        case .cancelled: self = .unavailable(StoreFailure(.timeout, "\(error)"))
        case .refused(let state, _):
            // A server that shuts down may have committed.
            let isUncertain = state.hasPrefix("08") || state.hasPrefix("57P")
            self =
                StoreFailure.Cause(sqlState: state)
                .map { .unavailable(StoreFailure($0, "\(error)", mayHaveWritten: isUncertain)) } ?? .defect("\(error)")
        }
    }
}

extension StoreFailure.Cause {
    /// `nil` for errors in the statement itself.
    fileprivate init?(sqlState: String) {
        switch sqlState {
        case PostgreSQLError.readOnlyTransaction: self = .readOnly
        // A pooler that left session mode: a prepared statement is missing, or is there already.
        case "26000", "42P05": self = .misconfigured
        case "25P03", "25P04", "55P03", "57014": self = .timeout
        case "42501": self = .accessDenied
        case "53100": self = .full
        case "XX001", "XX002": self = .corrupt
        default:
            switch sqlState.prefix(2) {
            case "08", "57": self = .unreachable
            case "25", "40", "55": self = .conflict
            case "28": self = .accessDenied
            case "53", "54": self = .outOfResources
            case "58": self = .ioError
            default: return nil
            }
        }
    }
}

@unsafe func message(of handle: OpaquePointer) -> String { unsafe line(PQerrorMessage(handle)) }

@unsafe func line(_ message: UnsafePointer<CChar>) -> String {
    unsafe String(cString: message).split { $0.isWhitespace }.joined(separator: " ")
}
