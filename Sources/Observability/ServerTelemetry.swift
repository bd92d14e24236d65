import EventLoop
import HTTPServer

/// Counts and logs the connections and requests of a server.
public struct ServerTelemetry: ServerObserver {
    public let log: Log
    private let routes: Label
    private let methods = Label("method", Method.allCases.map(\.rawValue))
    private let requests: Counters
    private let durations: Histograms
    private let connections = Counters("hearth_http_connections", "Open HTTP connections.")
    private let rejections = Counters(
        "hearth_http_rejections_total",
        "Connections and requests rejected before routing, by cause.",
        by: Label("cause", RejectionReason.allCases.map(\.rawValue))
    )
    private let authFailures: Counters

    /// - Parameters:
    ///   - routes: A request that matches none of them counts as ``Label/otherValue``.
    ///   - causes: The reasons for a 401 or 403, as ``HTTPServer/Response`` has them.
    public init(
        routes: [String],
        authFailures causes: [String],
        log descriptor: Int32,
        registry: inout MetricsRegistry
    ) throws(SystemError) {
        log = try Log(to: descriptor)
        self.routes = Label("route", routes)
        requests = Counters(
            "hearth_http_requests_total",
            "HTTP requests answered.",
            by: self.routes,
            methods,
            Label("status", ["2xx", "3xx", "4xx", "5xx"])
        )
        durations = Histograms(
            "hearth_http_request_duration_seconds",
            "Time from the first byte of an HTTP request to its complete response.",
            by: self.routes
        )
        authFailures = Counters(
            "hearth_auth_failures_total",
            "Requests without a valid token for the requested user, by cause.",
            by: Label("cause", causes)
        )
        registry.add(requests, durations, connections, rejections, authFailures)
        registry.add(
            "hearth_log_lines_dropped_total",
            "Log lines lost because the queue was full or the output failed."
        ) { [log] in Double(log.dropped) }
    }

    public func connectionOpened() { connections.increment() }

    public func connectionClosed() { connections.increment(by: -1) }

    public func rejected(_ reason: RejectionReason) { rejections[reason.rawValue].increment() }

    public func responded(_ exchange: Exchange) {
        let route = exchange.route.map(routes.index) ?? routes.other
        let method = exchange.method.map { methods.index(of: $0.rawValue) } ?? methods.other
        requests[route, method, Int(exchange.status.rawValue) / 100 - 2].increment()
        durations[route].observe(nanoseconds: exchange.duration.nanoseconds)
        if let cause = exchange.authFailure { authFailures[cause].increment() }
        log.request(exchange)
    }
}
