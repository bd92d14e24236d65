/// What every loop of a server has in common.
struct Service: Sendable {
    let limits: ServerLimits
    let router: Router
    let renderError: @Sendable (RequestError) -> Response
    let observer: any ServerObserver
    let connections: Allowance
    let requests: Allowance

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
