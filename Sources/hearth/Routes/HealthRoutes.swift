import Catalogue
import HTTPServer
import HomeFeed
import Observability
import PostgreSQLStore

struct HealthRoutes: Sendable {
    let state: WorkerState
    let telemetry: Telemetry
    let config: ServedConfig

    static let probes = ["/healthz", "/readyz"]
    static let metrics = "/metrics"

    /// In seconds.
    private static let retryAfter = 2

    func add(to router: inout Router, withMetrics: Bool) {
        router.on(.get, Self.probes[0]) { _ in Response.json { $0.member("status", "alive") } }
        router.on(.get, Self.probes[1]) { _ in readiness() }
        guard withMetrics else { return }
        router.on(.get, Self.metrics) { _ in
            Response(
                contentType: MetricsRegistry.contentType,
                cacheControl: .unstored,
                body: telemetry.registry.render()
            )
        }
    }

    /// The server stays ready if a newer config is rejected or the store fails, since homes are served from memory.
    private func readiness() -> Response {
        let isReady = state.snapshot != nil && !state.isDraining
        var response = Response.json(isReady ? .ok : .serviceUnavailable) {
            $0.member("status", isReady ? "ready" : "unready")
            $0.member("store", storeState)
            $0.objects("storeFailures", telemetry.storeHealth.failures) { object, failure in
                object.member("cause", failure.cause.rawValue)
                object.member("since", "\(failure.since)")
            }
            state.writeCatalogue(into: &$0)
            $0.member("draining", state.isDraining)
            $0.object("config", config.write)
        }
        if !isReady { response.fields.append(.init("Retry-After", "\(Self.retryAfter)")) }
        return response
    }

    /// As far as known: a probe must not wait for a store that hangs.
    private var storeState: String {
        guard let store = state.store?.store else { return "opening" }
        guard store.acceptsReads, telemetry.storeHealth.canReadUsers else { return "unavailable" }
        if store.acceptsWrites { return "available" }
        return state.store?.database?.hasPrimary == false ? "replica" : "read_only"
    }
}

extension Response {
    /// An object that no cache stores.
    static func json(_ status: Status = .ok, _ members: (inout JSONWriter) -> Void) -> Response {
        var writer = JSONWriter()
        writer.object { members(&$0) }
        return Response(status: status, contentType: "application/json", cacheControl: .unstored, body: writer.bytes)
    }
}
