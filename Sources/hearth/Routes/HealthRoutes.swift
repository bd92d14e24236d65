import Catalogue
import HTTPServer
import HomeDocument
import Observability

/// What the server answers to those who keep it running.
struct HealthRoutes: Sendable {
    let state: WorkerState
    let instruments: Telemetry
    let config: ServedConfig

    /// Whether the process is alive, and whether it is to be sent requests.
    static let probes = ["/healthz", "/readyz"]
    /// The numbers, for Prometheus.
    static let metrics = "/metrics"

    /// A user without a record, read to see whether the store answers.
    private static let unknownUser = UserID("readyz")
    /// After how many seconds a server that is not ready may be asked again.
    private static let retryAfter = 2

    /// Adds what a balancer or a container's keeper asks for.
    func addProbes(to router: inout Router) {
        router.on(.get, Self.probes[0]) { _ in Self.response(.ok) { $0.member("status", "alive") } }
        router.on(.get, Self.probes[1]) { _ in await readiness() }
    }

    /// Adds what tells about the users together more than a user should know.
    static func addMetrics(of instruments: Telemetry, to router: inout Router) {
        router.on(.get, metrics) { _ in
            Response(
                contentType: MetricsRegistry.contentType,
                cacheControl: .unstored,
                body: instruments.registry.render()
            )
        }
    }

    /// The server is ready while it has a catalogue to serve from. It stays ready where a newer config was refused, and while the
    /// store fails: homes are served from memory.
    private func readiness() async -> Response {
        let store = await storeState()
        let isReady = state.snapshot != nil && !state.isLeaving
        return Self.response(isReady ? .ok : .serviceUnavailable) {
            $0.member("status", isReady ? "ready" : "unready")
            $0.member("store", store)
            $0.array("storeFailures") { list in
                for failure in instruments.storeHealth.failures {
                    list.object {
                        $0.member("cause", failure.cause.rawValue)
                        $0.member("since", "\(failure.since)")
                    }
                }
            }
            state.writeCatalogue(into: &$0)
            $0.member("draining", state.isLeaving)
            $0.object("config", config.write)
        }
    }

    /// What `/readyz` says of the store.
    private func storeState() async -> String {
        guard let store = state.store?.store else { return "is being opened" }
        guard let user = Self.unknownUser else { return "does not answer" }
        let start = ContinuousClock.now
        do {
            _ = try await store.record(of: user)
            instruments.note(.readUser, ContinuousClock.now - start, nil)
        } catch {
            instruments.note(.readUser, ContinuousClock.now - start, error)
            return "does not answer"
        }
        return store.acceptsWrites ? "answers" : "is read only"
    }

    private static func response(_ status: Status, _ members: (inout JSONWriter) -> Void) -> Response {
        var writer = JSONWriter()
        writer.object(members)
        return Response(
            status: status,
            contentType: "application/json",
            cacheControl: .unstored,
            fields: status == .serviceUnavailable ? [.init("Retry-After", "\(retryAfter)")] : [],
            body: writer.bytes
        )
    }
}
