import Bytes

/// Answers one request, at once where it can. It runs on its connection's loop, and may not block.
public typealias Handler = @Sendable (Request) -> HandlerResult

/// What a handler has to say to a request.
public enum HandlerResult: ~Copyable, Sendable {
    /// This, which costs no task.
    case now(Response)
    /// What comes of this. It runs on the connection's loop too: what waits must be awaited, and nothing may block. The
    /// request is given to it again, and not to be kept, so that its memory is free when the response is there.
    case later(@Sendable (Request) async -> Response)
}

/// Which handler answers which method and path.
///
/// `OPTIONS` is answered with the methods that a path has, and `OPTIONS *` with those of all paths (RFC 9110 section
/// 9.3.7). A literal segment goes before a parameter at the same place, whatever the order in which routes were added.
public struct Router: Sendable {
    /// A class, so that it costs one reference to keep.
    final class Route: Sendable {
        let method: Method
        let requiresBody: Bool
        /// The methods of the path, where the route answers `OPTIONS` with them.
        let allowed: [Method]
        let handler: Handler

        init(_ method: Method, requiresBody: Bool = false, allowed: [Method] = [], handler: @escaping Handler) {
            self.method = method
            self.requiresBody = requiresBody
            self.allowed = allowed
            self.handler = handler
        }
    }

    /// A pattern with its routes, one for each method.
    private struct Resource: Sendable {
        let pattern: PathPattern
        var routes: [Route] = []

        var allowed: [Method] {
            let methods = Set(routes.map(\.method))
            return Method.allCases.filter {
                methods.contains($0) || $0 == .options || $0 == .head && methods.contains(.get)
            }
        }

        /// The route of `OPTIONS`, where none was added: it says what is allowed.
        var options: Route {
            let response = Response(fields: [.allow(allowed)])
            return Route(.options, allowed: allowed) { _ in .now(response) }
        }
    }

    private var resources: [Resource] = []

    /// A router that knows no path.
    public init() {}

    /// Lets `handler` answer `method` on the paths of `pattern` later, as ``HandlerResult/later(_:)`` tells.
    public mutating func on(
        _ method: Method,
        _ pattern: String,
        requiresBody: Bool = false,
        _ handler: @escaping @Sendable (Request) async -> Response
    ) {
        on(method, pattern, requiresBody: requiresBody) { _ in .later(handler) }
    }

    /// Lets `handler` answer `method` on the paths of `pattern`: `/users/{user}/searches`. Where `requiresBody`, a
    /// request that announces no body is refused (411), and so is one whose body has a content coding (415). `HEAD` comes
    /// with `GET`. It is a mistake of the program to add the same method and pattern twice.
    public mutating func on(
        _ method: Method,
        _ pattern: String,
        requiresBody: Bool = false,
        _ handler: @escaping Handler
    ) {
        let pattern = PathPattern(pattern)
        var index = resources.firstIndex { $0.pattern.text == pattern.text }
        if index == nil {
            index = resources.firstIndex { pattern.isMoreSpecific(than: $0.pattern) } ?? resources.count
            resources.insert(Resource(pattern: pattern), at: index ?? 0)
        }
        guard let index else { return }
        precondition(
            !resources[index].routes.contains { $0.method == method },
            "\(method.rawValue) \(pattern.text) has a handler already"
        )
        resources[index].routes.append(Route(method, requiresBody: requiresBody, handler: handler))
    }

    /// The route for a request.
    /// - Parameters:
    ///   - announcesBody: whether the client said that there is a body.
    ///   - pattern: becomes the one that the path matches, be there a route of this method or not.
    /// - Throws: `RequestError` 400, 404, 405, or 411.
    func route(
        _ method: Method,
        _ path: Span<UInt8>,
        announcesBody: Bool,
        pattern: inout PathPattern?
    ) throws(RequestError) -> Route {
        if method == .options, path.equals("*") {
            return Resource(pattern: PathPattern("*"), routes: resources.flatMap(\.routes)).options
        }
        let wanted = method == .head ? .get : method
        for index in resources.indices {
            let match = try resources[index].pattern.match(path)
            if match == .differs { continue }
            let resource = resources[index]
            pattern = resource.pattern
            if case .undecodable(let parameter) = match { throw .undecodable(parameter: parameter) }
            guard let route = resource.routes.first(where: { $0.method == wanted || $0.method == method }) else {
                if method == .options { return resource.options }
                throw .methodNotAllowed(allowed: resource.allowed)
            }
            guard announcesBody || !route.requiresBody else { throw .lengthRequired }
            return route
        }
        throw .notFound
    }
}
