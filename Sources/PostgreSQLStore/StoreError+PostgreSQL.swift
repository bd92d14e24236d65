import PostgreSQL
import PropertyStore

extension StoreError {
    /// What a failure means to whoever asked.
    package init(_ error: PostgreSQLError) {
        switch error {
        case .full: self = .busy
        case .unreachable(let reason), .lost(let reason): self = .unavailable(reason)
        case .cancelled: self = .unavailable("nobody waits for it any more")
        case .refused(let state, let message):
            // The classes of what another try, or another server, may mend (Appendix A of PostgreSQL's manual): connections,
            // a transaction in the wrong place, conflicts, resources, limits, an operator, the system.
            let isPassing = ["08", "25", "40", "53", "54", "55", "57", "58"].contains(String(state.prefix(2)))
            self = isPassing ? .unavailable("\(message) (\(state))") : .defect("\(message) (\(state))")
        }
    }
}
