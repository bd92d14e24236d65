import HTTPServer

/// Counts and logs what a server does.
public struct ServerTelemetry: ServerObserver {
    private let metrics: HearthMetrics
    private let log: Log

    /// Counts in `metrics`, and writes a line for each request into `log`, whose labels are those of `metrics`.
    public init(metrics: HearthMetrics, log: Log) {
        self.metrics = metrics
        self.log = log
    }

    /// One connection more.
    public func opened() { metrics.connections.add(1) }

    /// One connection less.
    public func closed() { metrics.connections.add(-1) }

    /// Counts by cause.
    public func refused(_ refusal: RejectionReason) {
        metrics.refusals[refusal.rawValue].increment()
    }

    /// Counts by route, method and status, and what was denied by its cause, and logs.
    public func answered(_ exchange: Exchange) {
        let route = exchange.route.map(metrics.routes.index) ?? metrics.routes.other
        let method = exchange.method.map { metrics.methods.index(of: $0.rawValue) } ?? metrics.methods.other
        let status = exchange.status.rawValue
        metrics.requests[route, method, HearthMetrics.statusClass(status)].increment()
        metrics.requestDurations[route].observe(nanoseconds: exchange.nanoseconds)
        let denial = exchange.denial.map(metrics.denials.index)
        if let denial { metrics.denied[denial].increment() }
        log.request(
            RequestRecord(
                time: Timestamp(nanoseconds: exchange.time),
                method: Int16(clamping: method),
                route: Int16(clamping: route),
                status: status,
                denial: Int16(clamping: denial ?? -1),
                bytes: exchange.bytes,
                nanoseconds: exchange.nanoseconds,
                id: exchange.id,
                trace: exchange.traceParent.traceID
            )
        )
    }
}
