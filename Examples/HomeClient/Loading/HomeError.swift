/// Why there is no answer to show.
enum HomeError: Error, Equatable {
    /// None came: the network is away, or the server is too slow.
    case unreachable(String)
    /// The server says why not. `code` is one of the contract's; `retryAfter` is in seconds.
    case refused(status: Int, code: String, message: String, retryAfter: Int?)
    /// It is no answer of a Hearth, or it is too long.
    case unreadable(String)

    /// The contract's code, where the server has answered with one.
    var code: String? {
        if case .refused(_, let code, _, _) = self { code } else { nil }
    }
}
