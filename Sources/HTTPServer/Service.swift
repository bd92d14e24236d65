import EventLoops

/// What every loop of a server has in common.
struct Service: Sendable {
    let limits: ServerLimits
    let router: Router
    let renderError: @Sendable (RequestError) -> Response
    let observer: any ServerObserver
    let connections: Allowance
    let requests: Allowance
    /// ``ServerLimits/queue`` in nanoseconds.
    let queueTime: Int

    init(
        limits: ServerLimits,
        router: Router,
        observer: any ServerObserver,
        renderError: @escaping @Sendable (RequestError) -> Response
    ) {
        self.limits = limits
        self.router = router
        self.observer = observer
        self.renderError = renderError
        connections = Allowance(limits.connections)
        requests = Allowance(limits.requests)
        queueTime = limits.queue.nanoseconds
    }

    /// The response that says so.
    func refusal(_ error: RequestError) -> Response {
        var response = renderError(error)
        if case .methodNotAllowed(let allowed) = error {
            response.fields.append(.allow(allowed))
        }
        if let seconds = error.retryAfter { response.fields.append(Response.Field("Retry-After", "\(seconds)")) }
        return response
    }
}
