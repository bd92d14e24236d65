/// Why a document could not be loaded, or events were not sent.
public enum HomeError: Error, Hashable {
    /// No response: the network is down or the server is too slow.
    case unreachable(String)
    /// An error response, or a next page whose source failed, with the status 503; the `code` is empty if the response is
    /// not the server's own. `retryAfter` is in seconds.
    case refused(status: Int, code: String, message: String, retryAfter: Double?)
    /// The response is no home or widget, or larger than 4 MiB.
    case unreadable(String)
    case cancelled

    public var code: String? { if case .refused(_, let code, _, _) = self { code } else { nil } }
    public var status: Int? { if case .refused(let status, _, _, _) = self { status } else { nil } }
    public var retryAfter: Double? { if case .refused(_, _, _, let seconds) = self { seconds } else { nil } }

    /// Whether the same request may succeed later.
    public var isTemporary: Bool {
        if case .unreachable = self { return true }
        return status.map { [408, 429, 502, 503, 504].contains($0) } ?? false
    }

    /// Whether the server never accepts it. A 401 succeeds once the app has a new token; an error without a code is not the
    /// server's.
    var isFinal: Bool {
        guard let status, code != "" else { return false }
        return (400..<500).contains(status) && status != 401 && !isTemporary
    }
}
