import Catalogue

/// Why it is not known what the store knows of a user.
enum UnreadRecord: Error, Sendable {
    /// The store did not answer.
    case failed(StoreError)
    /// It was not there in time.
    case late

    /// The same for whom the home's end is nothing of interest.
    var storeError: StoreError {
        switch self {
        case .failed(let error): error
        case .late: .unavailable(StoreFailure(.timeout, "the user was not read in time"))
        }
    }
}

extension PropertyStore {
    /// What is known of the user, if it is read by `end`.
    func record(of user: UserID, by end: Instant) async throws(UnreadRecord) -> UserRecord {
        switch await outcome(by: end, of: { () async throws(StoreError) in try await record(of: user) }) {
        case .success(let record): return record
        case .failure(let error): throw .failed(error)
        case nil: throw .late
        }
    }
}
