import Catalogue

extension StoreError {
    /// There is no connection; nothing was sent.
    static func unreachable(_ reason: String) -> Self {
        .unavailable(StoreFailure(.unreachable, reason, mayHaveWritten: false))
    }

    /// The connection was lost or timed out after sending; the outcome is unknown.
    static func lost(_ reason: String) -> Self { .unavailable(StoreFailure(.unreachable, reason)) }

    /// The server refused a statement and rolled back its batch. SQLSTATEs: PostgreSQL manual, appendix A.
    static func refused(state: String, message: String) -> Self {
        let reason = "\(message) (\(state))"
        guard let cause = StoreFailure.Cause(sqlState: state) else { return .defect(reason) }
        // A server that shuts down may have committed.
        let isUncertain = state.hasPrefix("08") || state.hasPrefix("57P")
        return .unavailable(StoreFailure(cause, reason, mayHaveWritten: isUncertain))
    }

    static let noPrimary = unreachable("no server accepts writes")

    var isUnreachable: Bool { failure?.cause == .unreachable }
}

extension StoreFailure.Cause {
    /// `nil` for errors in the statement itself.
    fileprivate init?(sqlState: String) {
        switch sqlState {
        case "25006": self = .readOnly
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
