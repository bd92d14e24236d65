import HTTPServer
import HomeDocument
import Catalogue
import Telemetry

/// What the server answers to those who keep it running.
struct HealthRoutes: Sendable {
    let gate: StoreGate
    let instruments: Instruments
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
    static func addMetrics(of instruments: Instruments, to router: inout Router) {
        router.on(.get, metrics) { _ in
            Response(
                contentType: MetricsRegistry.contentType,
                cacheControl: .unstored,
                body: instruments.registry.render()
            )
        }
    }

    /// The server is running, so that it has a config; whether it is to stay, and has its store, may change. That a newer
    /// config was refused makes it no less ready, nor that writes to the store fail: homes are served.
    private func readiness() async -> Response {
        let store = await storeState()
        let isReady = store.answers && instruments.isServing
        return Self.response(isReady ? .ok : .serviceUnavailable) {
            $0.member("status", isReady ? "ready" : "unready")
            $0.member("store", store.rawValue)
            $0.array("storeFailures") { list in
                for failure in instruments.storeHealth.failures {
                    list.object {
                        $0.member("cause", failure.cause.rawValue)
                        $0.member("since", "\(failure.since)")
                    }
                }
            }
            $0.member("draining", !instruments.isServing)
            $0.object("config", config.write)
        }
    }

    /// What `/readyz` says of the store.
    private enum StoreState: String {
        case answers
        case isReadOnly = "is read only"
        case doesNotAnswer = "does not answer"
        case isBeingOpened = "is being opened"

        var answers: Bool { self == .answers || self == .isReadOnly }
    }

    private func storeState() async -> StoreState {
        guard let store = gate.store?.store else { return .isBeingOpened }
        guard let user = Self.unknownUser, (try? await store.record(of: user)) != nil else { return .doesNotAnswer }
        return store.takesChanges ? .answers : .isReadOnly
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
