import EventLoop
import HTTPServer

/// Counts and logs the connections and requests of a server.
public struct ServerTelemetry: ServerObserver {
    public let log: Log
    private let routes, methods, authFailureCauses: Label
    /// By route, method and class of status.
    private let requests: MetricFamily<Counter>
    private let durations: MetricFamily<Histogram>
    private let connections: Gauge
    private let rejections: MetricFamily<Counter>
    private let authFailures: MetricFamily<Counter>

    /// - Parameters:
    ///   - routes: A request that matches none of them counts as ``Label/otherValue``.
    ///   - causes: The reasons for a 401 or 403, as ``HTTPServer/Response`` has them.
    public init(
        routes: [String],
        authFailures causes: [String],
        log descriptor: Int32,
        registry: inout MetricsRegistry
    ) throws(SystemError) {
        let routes = Label("route", routes)
        self.routes = routes
        methods = Label("method", Method.allCases.map(\.rawValue))
        authFailureCauses = Label("cause", causes)
        log = try Log(to: descriptor, methods: methods, routes: routes, authFailures: authFailureCauses)
        requests = registry.counters(
            "hearth_http_requests_total",
            "HTTP requests answered.",
            by: routes,
            methods,
            Label("status", ["2xx", "3xx", "4xx", "5xx"])
        )
        durations = registry.histograms(
            "hearth_http_request_duration_seconds",
            "Time from the first byte of an HTTP request to its complete response.",
            by: routes
        )
        connections = registry.gauge("hearth_http_connections", "Open HTTP connections.")
        rejections = registry.counters(
            "hearth_http_rejections_total",
            "Connections and requests rejected before routing, by cause.",
            by: Label("cause", RejectionReason.allCases.map(\.rawValue))
        )
        authFailures = registry.counters(
            "hearth_auth_failures_total",
            "Requests without a valid token for the requested user, by cause.",
            by: authFailureCauses
        )
        registry.add("hearth_log_lines_sampled_out_total", "Request lines omitted from the log by sampling.") {
            [log] _ in
            Double(log.sampled)
        }
        registry.add(
            "hearth_log_lines_dropped_total",
            "Log lines lost because the queue was full or the output failed."
        ) { [log] _ in
            Double(log.dropped)
        }
    }

    public func connectionOpened() { connections.add(1) }

    public func connectionClosed() { connections.add(-1) }

    public func rejected(_ reason: RejectionReason) { rejections[reason.rawValue].increment() }

    public func responded(_ exchange: Exchange) {
        let route = exchange.route.map(routes.index) ?? routes.other
        let method = exchange.method.map { methods.index(of: $0.rawValue) } ?? methods.other
        let status = exchange.status.rawValue
        requests[route, method, Int(status) / 100 - 2].increment()
        durations[route].observe(nanoseconds: exchange.duration.nanoseconds)
        let authFailure = exchange.authFailure.map(authFailureCauses.index)
        if let authFailure { authFailures[authFailure].increment() }
        log.request(
            RequestRecord(
                time: exchange.time,
                method: Int16(clamping: method),
                route: Int16(clamping: route),
                status: status,
                authFailure: Int16(clamping: authFailure ?? -1),
                bytes: exchange.bytes,
                duration: exchange.duration,
                id: exchange.id,
                trace: exchange.traceID
            )
        )
    }
}
