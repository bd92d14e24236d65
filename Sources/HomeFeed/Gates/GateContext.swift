import PropertyStore

/// What gates are tried on.
struct GateContext: Sendable {
    let request: HomeRequest
    /// What the store knows of the user.
    let record: UserRecord
    /// The language of the home (BCP 47).
    let locale: String?
    /// The moment of the request, in seconds after 1970-01-01 00:00 UTC.
    let now: Int64
}
