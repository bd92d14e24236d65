import Catalogue

extension StoreError {
    /// The error for the store's callers.
    package init(_ error: PostgreSQLError) {
        switch error {
        case .full: self = .busy
        case .unreachable(let reason), .lost(let reason): self = .unavailable(StoreFailure(.unreachable, reason))
        case .cancelled: self = .unavailable(StoreFailure(.timeout, "the caller stopped waiting"))
        case .refused(let state, let message):
            let reason = "\(message) (\(state))"
            self =
                StoreFailure.Cause(sqlState: state).map { .unavailable(StoreFailure($0, reason)) } ?? .defect(reason)
        }
    }

}

extension BlockingConnection {
    /// Runs a statement as `run(_:)` does, and throws the error for the store's callers.
    @discardableResult func execute(_ statement: Statement) throws(StoreError) -> Rows {
        do throws(PostgreSQLError) {
            return try run(statement)
        } catch {
            throw StoreError(error)
        }
    }

    /// Runs commands as `run(script:)` does, and throws the error for the store's callers.
    func execute(script: String) throws(StoreError) {
        do throws(PostgreSQLError) {
            try run(script: script)
        } catch {
            throw StoreError(error)
        }
    }
}

extension StoreFailure.Cause {
    /// The cause that an SQLSTATE stands for (Appendix A of PostgreSQL's manual); `nil` where the statement itself is wrong.
    init?(sqlState: String) {
        switch sqlState {
        case "25006": self = .readOnly
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
