/// Why a document could not be loaded.
enum HomeError: Error, Equatable {
    /// No response: the network is down or the server is too slow.
    case unreachable(String)
    /// An error response. `code` is declared in the contract; `retryAfter` is in seconds.
    case refused(status: Int, code: String, message: String, retryAfter: Int?)
    /// The response is no Hearth document, or too large.
    case unreadable(String)

    /// The error code, if the server sent one.
    var code: String? {
        if case .refused(_, let code, _, _) = self { code } else { nil }
    }
}
