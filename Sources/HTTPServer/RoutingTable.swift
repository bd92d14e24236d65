/// Which handler answers which request, and which web pages may send one. A request is answered by one table from its head
/// to its response, so that it never sees two.
final class RoutingTable: Sendable {
    let crossOrigins: CrossOriginPolicy
    private let router: Router

    init(router: Router, crossOrigins: CrossOriginPolicy) {
        self.router = router
        self.crossOrigins = crossOrigins
    }

    /// Decides who answers a request whose head is complete, or why it is refused.
    func routing(of reader: RequestReader) -> Result<Router.Route, RequestError> {
        let routing = reader.routing(by: router)
        guard case .success(let route) = routing, !route.method.isSafe else { return routing }
        if reader.comesFromElsewhere(under: crossOrigins) { return .failure(.crossOrigin) }
        if route.requiresBody, let coding = reader.contentCoding {
            return .failure(.unsupportedContentCoding(coding))
        }
        return routing
    }
}
