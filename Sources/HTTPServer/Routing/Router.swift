import Bytes

/// Answers one request. It runs on the connection's loop and must not block.
public typealias Handler = @Sendable (Request) -> HandlerResult

public enum HandlerResult: ~Copyable, Sendable {
    /// A response that is ready; it costs no task.
    case now(Response)
    /// Work that returns the response. It runs on the connection's loop too and must not block. It receives the request
    /// again, and must not keep it, so that its memory is free when the response is ready.
    case later(@Sendable (Request) async -> Response)
}

/// The handlers by method and path.
///
/// `OPTIONS` is answered with the methods of a path, and `OPTIONS *` with those of all paths (RFC 9110 section 9.3.7).
/// A literal segment takes precedence over a parameter at the same place, in any order of addition.
public struct Router: Sendable {
    struct Route: Sendable {
        let method: Method
        var requiresBody = false
        let handler: Handler
    }

    private struct Resource: Sendable {
        let pattern: PathPattern
        var routes: [Route]

        var allowed: [Method] {
            let methods = Set(routes.map(\.method))
            return Method.allCases.filter {
                methods.contains($0) || $0 == .options || $0 == .head && methods.contains(.get)
            }
        }

        /// The default of `OPTIONS`: responds with `Allow`.
        var options: Route {
            let response = Response(fields: [Response.Field("Allow", allowed.list)])
            return Route(method: .options) { _ in .now(response) }
        }
    }

    private var resources: [Resource] = []

    public init() {}

    public mutating func on(
        _ method: Method,
        _ pattern: String,
        requiresBody: Bool = false,
        _ handler: @escaping @Sendable (Request) async -> Response
    ) {
        on(method, pattern, requiresBody: requiresBody) { _ in .later(handler) }
    }

    /// `GET` includes `HEAD`.
    /// - Parameter requiresBody: refuse requests without body (411) or with a content coding (415).
    /// - Precondition: the method and pattern have no handler yet.
    public mutating func on(
        _ method: Method,
        _ pattern: String,
        requiresBody: Bool = false,
        _ handler: @escaping Handler
    ) {
        let route = Route(method: method, requiresBody: requiresBody, handler: handler)
        if let index = resources.firstIndex(where: { $0.pattern.text == pattern }) {
            let isNew = !resources[index].routes.contains { $0.method == method }
            precondition(isNew, "\(method.rawValue) \(pattern) has a handler already")
            return resources[index].routes.append(route)
        }
        let pattern = PathPattern(pattern)
        let index = resources.firstIndex { pattern.isMoreSpecific(than: $0.pattern) } ?? resources.count
        resources.insert(Resource(pattern: pattern, routes: [route]), at: index)
    }

    /// Sets the reader's pattern, even if it has no route of the request's method.
    /// - Throws: `RequestError` 400, 404, 405, or 411.
    func route(of reader: RequestReader) throws(RequestError) -> Route {
        try reader.withBytes { (bytes) throws(RequestError) in
            let method = reader.head.method
            let path = bytes.extracting(reader.head.path)
            if method == .options, path.equals("*") {
                return Resource(pattern: PathPattern("*"), routes: resources.flatMap(\.routes)).options
            }
            let wanted = method == .head ? .get : method
            // Most paths are a pattern without parameters.
            let exact = resources.indices.first { path.equals(resources[$0].pattern.text.utf8.span) }
            for index in (exact ?? 0)..<resources.count {
                guard try resources[index].pattern.matches(path) else { continue }
                let resource = resources[index]
                reader.pattern = resource.pattern
                if let parameter = resource.pattern.undecodableParameter(in: path) {
                    throw .undecodable(parameter: parameter)
                }
                guard let route = resource.routes.first(where: { $0.method == wanted || $0.method == method }) else {
                    if method == .options { return resource.options }
                    throw .methodNotAllowed(allowed: resource.allowed)
                }
                guard reader.head.announcesBody || !route.requiresBody else { throw .lengthRequired }
                return route
            }
            throw .notFound
        }
    }
}

/// A router with its policies. A request uses the same table until its response, even if it is replaced meanwhile.
public final class RoutingTable: Sendable {
    let crossOrigins: CrossOriginPolicy
    private let hosts: HostPolicy
    private let router: Router

    public init(
        router: Router,
        hosts: HostPolicy = .any,
        crossOrigins: CrossOriginPolicy = CrossOriginPolicy()
    ) {
        self.router = router
        self.hosts = hosts
        self.crossOrigins = crossOrigins
    }

    func route(of reader: RequestReader) -> Result<Router.Route, RequestError> {
        Result { () throws(RequestError) in
            guard !reader.isMisdirected(under: hosts) else { throw .misdirected }
            let route = try router.route(of: reader)
            guard !route.method.isSafe else { return route }
            guard !reader.isForbiddenCrossOrigin(under: crossOrigins) else { throw .crossOrigin }
            if route.requiresBody, let coding = reader.contentCoding { throw .unsupportedContentCoding(coding) }
            return route
        }
    }
}
