import Catalogue

/// What gates are tried on; one object, since all of a home's gates are tried on it.
final class GateContext: Sendable {
    let request: HomeRequest
    /// What the store knows of the user; `nil` where it could not be read.
    let record: UserRecord?
    /// The language of the home (BCP 47).
    let locale: String?
    /// The moment of the request, in seconds after 1970-01-01 00:00 UTC.
    let now: Int64

    init(request: HomeRequest, record: UserRecord?, locale: String?, now: Int64) {
        self.request = request
        self.record = record
        self.locale = locale
        self.now = now
    }
}
