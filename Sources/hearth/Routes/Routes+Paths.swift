import HTTPServer

extension Routes {
    private struct Route: Sendable {
        let method: Method
        let pattern: String
        let answer: @Sendable (Routes, Request) -> HandlerResult
    }

    private static let homeRoutes = [
        Route(method: .get, pattern: "/home") { $0.home($1) },
        Route(method: .get, pattern: "/home/widgets/{id}") { routes, _ in routes.later(routes.widget) },
    ]

    private static let otherRoutes = [
        Route(method: .post, pattern: "/home") { routes, _ in routes.later(routes.knownHome) },
        Route(method: .post, pattern: "/users/{user}/searches") { routes, _ in routes.later(routes.recordSearch) },
        Route(method: .post, pattern: "/users/{user}/opened") { routes, _ in routes.later(routes.recordOpened) },
        Route(method: .post, pattern: "/users/{user}/events") { routes, _ in routes.later(routes.recordEvents) },
        Route(method: .put, pattern: "/users/{user}/widgets") { routes, _ in routes.later(routes.arrangeWidgets) },
        Route(method: .get, pattern: "/users/{user}") { routes, _ in routes.later(routes.exportUser) },
        Route(method: .delete, pattern: "/users/{user}") { routes, _ in routes.later(routes.forget) },
    ]

    static let patterns = (homeRoutes + otherRoutes).map(\.pattern).reduce(into: [String]()) {
        if !$0.contains($1) { $0.append($1) }
    }

    static func homePatterns(below prefix: String) -> [String] { homeRoutes.map { prefix + $0.pattern } }

    /// - Parameters:
    ///   - routes: `nil` until the catalogue is loaded.
    ///   - prefix: Adds only homes, below this path. The links in these homes lack it.
    static func add(
        _ routes: Routes?,
        homesBelow prefix: String? = nil,
        to router: inout Router,
        _ state: WorkerState
    ) {
        for route in prefix == nil ? homeRoutes + otherRoutes : homeRoutes {
            let requiresBody = route.method == .post || route.method == .put
            router.on(route.method, (prefix ?? "") + route.pattern, requiresBody: requiresBody) {
                (request: Request) -> HandlerResult in
                guard let routes else { return .now(state.unavailability.response) }
                return route.answer(routes, request)
            }
        }
    }
}
