import HTTPServer

extension Routes {
    private struct Route: Sendable {
        let method: Method
        let pattern: String
        var requiresBody = false
        let answer: @Sendable (Routes, Request) -> HandlerResult
    }

    private static let homeRoutes = [
        Route(method: .get, pattern: "/home") { $0.home($1) },
        Route(method: .get, pattern: "/home/widgets/{id}") { routes, _ in routes.later(routes.widget) },
    ]

    private static let otherRoutes = [
        Route(method: .post, pattern: "/home", requiresBody: true) { routes, _ in routes.later(routes.knownHome) },
        Route(method: .post, pattern: "/users/{user}/searches", requiresBody: true) { routes, _ in
            routes.later(routes.recordSearch)
        },
        Route(method: .post, pattern: "/users/{user}/opened", requiresBody: true) { routes, _ in
            routes.later(routes.recordOpened)
        },
        Route(method: .post, pattern: "/users/{user}/events", requiresBody: true) { routes, _ in
            routes.later(routes.recordEvents)
        },
        Route(method: .put, pattern: "/users/{user}/widgets", requiresBody: true) { routes, _ in
            routes.later(routes.arrangeWidgets)
        },
        Route(method: .get, pattern: "/users/{user}") { routes, _ in routes.later(routes.exportUser) },
        Route(method: .delete, pattern: "/users/{user}") { routes, _ in routes.later(routes.forget) },
    ]

    static let patterns = (homeRoutes + otherRoutes).map(\.pattern).reduce(into: [String]()) {
        if !$0.contains($1) { $0.append($1) }
    }

    /// For ``addHomes(of:below:to:unavailability:)``.
    static func homePatterns(below prefix: String) -> [String] { homeRoutes.map { prefix + $0.pattern } }

    /// - Parameters:
    ///   - routes: `nil` until the catalogue is loaded.
    ///   - unavailability: The response until then.
    static func add(
        _ routes: Routes?,
        to router: inout Router,
        unavailability: @escaping @Sendable () -> ErrorResponse
    ) {
        add(homeRoutes + otherRoutes, of: routes, below: "", to: &router, unavailability)
    }

    /// The links in these homes lack the prefix.
    static func addHomes(
        of routes: Routes?,
        below prefix: String,
        to router: inout Router,
        unavailability: @escaping @Sendable () -> ErrorResponse
    ) {
        add(homeRoutes, of: routes, below: prefix, to: &router, unavailability)
    }

    private static func add(
        _ list: [Route],
        of routes: Routes?,
        below prefix: String,
        to router: inout Router,
        _ unavailability: @escaping @Sendable () -> ErrorResponse
    ) {
        for route in list {
            router.on(route.method, prefix + route.pattern, requiresBody: route.requiresBody) {
                (request: Request) -> HandlerResult in
                guard let routes else { return .now(unavailability().response) }
                return route.answer(routes, request)
            }
        }
    }
}
