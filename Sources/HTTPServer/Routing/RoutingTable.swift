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
        Result { () throws(RequestError) in
            let route = try reader.route(by: router)
            guard !route.method.isSafe else { return route }
            guard !reader.comesFromElsewhere(under: crossOrigins) else { throw .crossOrigin }
            if route.requiresBody, let coding = reader.contentCoding { throw .unsupportedContentCoding(coding) }
            return route
        }
    }
}
