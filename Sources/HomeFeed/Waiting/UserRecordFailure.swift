import Catalogue

/// Why the user's record is not known.
enum UserRecordFailure: Error, Sendable {
    /// The store failed.
    case failed(StoreError)
    /// The store did not answer in time.
    case late

    /// The error where it makes no difference that the time was over.
    var storeError: StoreError {
        switch self {
        case .failed(let error): error
        case .late: .unavailable(StoreFailure(.timeout, "the user was not read in time"))
        }
    }
}

extension UserCache {
    /// The user's record, if it is read by `end`.
    func record(of user: UserID, by end: MonotonicInstant) async throws(UserRecordFailure) -> CachedUserRecord {
        switch await outcome(by: end, of: { () async throws(StoreError) in try await self.record(of: user) }) {
        case .success(let record): return record
        case .failure(let error): throw .failed(error)
        case nil: throw .late
        }
    }
}
