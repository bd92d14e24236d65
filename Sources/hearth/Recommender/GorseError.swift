import Catalogue
import HTTPServer

/// An error response of Gorse: a line of plain text.
struct GorseError: Error {
    let status: Status
    let message: String
    /// The cause of an error of the store, for the log. Clients do not see it.
    let cause: String?

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
        cause = nil
    }

    /// The response to a request whose operation on the store failed.
    init(_ error: StoreError) {
        (status, message) =
            switch error {
            case .busy: (.serviceUnavailable, "the store is busy")
            case .unavailable(let failure): (.serviceUnavailable, "the store failed (\(failure.cause.rawValue))")
            case .defect: (.internalServerError, "the store failed")
            }
        cause = error.explanation
    }

    var response: Response {
        Response(
            status: status,
            contentType: "text/plain; charset=utf-8",
            cacheControl: .unstored,
            body: Array(message.utf8)
        )
    }
}
