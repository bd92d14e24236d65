@testable import HTTPServer

/// A route of the tests that echoes the parsed request as `POST /path ?name=value x=the field X: the body`, decoded.
/// Only the method and the path are always present.
enum Echo {
    static let router: Router = {
        var router = Router()
        for method in Method.allCases where method != .head {
            for pattern in ["/", "/{a}", "/{a}/{b}"] {
                router.on(method, pattern) { request in
                    guard let seen = seen(of: request) else { return Response(status: .badRequest) }
                    // In a field, so that answers to HEAD have it too.
                    return Response(fields: [.init("Echo", seen)])
                }
            }
        }
        return router
    }()

    /// Returns `nil` if the query cannot be decoded.
    static func seen(of request: Request) -> String? {
        guard let query = try? request.query else { return nil }
        var text = request.method.rawValue + " /"
        if request.route != "/" { text += request.parameter("a") }
        if request.route == "/{a}/{b}" { text += "/" + request.parameter("b") }
        if !query.texts.isEmpty { text += " ?" + query.texts.joined(separator: "&") }
        if let field = request.field("x") { text += " x=" + field }
        if !request.body.isEmpty { text += ": " + String(decoding: request.body, as: UTF8.self) }
        return text
    }
}
