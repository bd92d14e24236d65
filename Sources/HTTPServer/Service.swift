/// What every loop of a server has in common.
struct Service: Sendable {
    let limits: ServerLimits
    let router: Router
    let renderError: @Sendable (RequestError) -> Response
}
