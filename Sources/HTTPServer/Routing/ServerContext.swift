import EventLoop

/// What every loop of a server has in common.
struct ServerContext: Sendable {
    let limits: ServerLimits
    let renderError: @Sendable (RequestError) -> Response
    let observer: (any ServerObserver)?
    let connections: ConcurrencyLimiter
    /// `nil` where an address may have as many connections as there are.
    let addresses: AddressLimiter?
    let requests: ConcurrencyLimiter
    /// ``ServerLimits/queue`` in nanoseconds.
    let queueTime: Int

    init(
        limits: ServerLimits,
        observer: (any ServerObserver)?,
        renderError: @escaping @Sendable (RequestError) -> Response
    ) {
        self.limits = limits
        self.observer = observer
        self.renderError = renderError
        connections = ConcurrencyLimiter(limits.connections)
        addresses = limits.connectionsPerAddress > 0 ? AddressLimiter(limits.connectionsPerAddress) : nil
        requests = ConcurrencyLimiter(limits.requests)
        queueTime = limits.queue.nanoseconds
    }

    /// The response that says so.
    func refusal(_ error: RequestError) -> Response {
        var response = renderError(error)
        if case .methodNotAllowed(let allowed) = error {
            response.fields.append(.allow(allowed))
        }
        // RFC 7694 section 3: which content codings a request's body may have.
        if case .unsupportedContentCoding = error {
            response.fields.append(Response.Field("Accept-Encoding", "identity"))
        }
        if error.status == .serviceUnavailable { response.fields.append(Response.Field("Retry-After", "1")) }
        return response
    }
}
