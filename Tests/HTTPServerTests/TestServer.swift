import Bytes

@testable import EventLoop
@testable import HTTPServer

/// Runs `body` with a server for these routes on a free port.
func withServer(
    threads: Int = 1,
    limits: ServerLimits = .withoutTimeouts,
    observer: (any ServerObserver)? = nil,
    hosts: HostPolicy = .any,
    crossOrigins: CrossOriginPolicy = CrossOriginPolicy(),
    _ router: Router,
    renderError: @escaping @Sendable (RequestError) -> Response = { error in
        Response(status: error.status, contentType: "text/plain", body: Array(error.code.utf8))
    },
    _ body: (Server) async throws -> Void
) async throws {
    let server = try Server(
        threads: threads,
        limits: limits,
        router: router,
        observer: observer,
        hosts: hosts,
        crossOrigins: crossOrigins,
        renderError: renderError
    )
    do {
        try await body(server)
    } catch {
        await server.shutdown(grace: .zero)
        throw error
    }
    await server.shutdown(grace: .seconds(10))
}

extension Server {
    convenience init(
        address: String = "127.0.0.1",
        port: UInt16 = 0,
        threads: Int = 1,
        limits: ServerLimits = .withoutTimeouts,
        router: Router,
        observer: (any ServerObserver)? = nil,
        hosts: HostPolicy = .any,
        crossOrigins: CrossOriginPolicy = CrossOriginPolicy(),
        renderError: @escaping @Sendable (RequestError) -> Response
    ) throws(SystemError) {
        let sockets = try ListeningSockets(address: address, port: port, count: threads)
        try self.init(
            sockets: sockets,
            limits: limits,
            table: RoutingTable(router: router, hosts: hosts, crossOrigins: crossOrigins),
            observer: observer,
            renderError: renderError
        )
    }
}

extension Request {
    var target: String { reader.withBytes { String(decoding: $0.extracting(reader.head.target)) } }
}

extension QueryParameters {
    /// `name=value`.
    var texts: [String] {
        ranges.map { String(decoding: bytes[$0.name] + [UInt8(ascii: "=")] + bytes[$0.value], as: UTF8.self) }
    }
}

extension Response {
    init(text: String) {
        self.init(contentType: "text/plain", body: Array(text.utf8))
    }
}

extension Router {
    /// Answers `method` on `pattern` with the echo of the request.
    mutating func echo(_ method: HTTPServer.Method, _ pattern: String, requiresBody: Bool = false) {
        on(method, pattern, requiresBody: requiresBody) { request in
            Response(
                text: "\(request.method.rawValue) \(request.target) \(String(decoding: request.body, as: UTF8.self))"
            )
        }
    }
}

extension ServerLimits {
    /// The defaults without timeouts, because other tests may keep the machine busy.
    static var withoutTimeouts: ServerLimits {
        var limits = ServerLimits()
        for time in [
            \.headerTimeout, \.bodyGrace, \.handlerTimeout, \.idleTimeout, \.writeTimeout, \.lingerTimeout,
            \.queueTimeout,
        ]
            as [WritableKeyPath<ServerLimits, Duration>]
        {
            limits[keyPath: time] = .seconds(3600)
        }
        return limits
    }
}
