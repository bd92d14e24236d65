import HTTPServer
import HomeDocument
import PropertyStore
import Telemetry

/// What the server answers to those who keep it running.
struct HealthRoutes: Sendable {
    let store: any PropertyStore
    let instruments: Instruments
    let config: ServedConfig

    /// Whether the process is alive, and whether it is to be sent requests.
    static let probes = ["/healthz", "/readyz"]
    /// The numbers, for Prometheus.
    static let metrics = "/metrics"

    /// A user of whom nothing is known, to see whether the store answers.
    private static let nobody = UserID("readyz")

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
    /// config was refused makes it no less ready, nor that the store takes no changes: homes are served.
    private func readiness() async -> Response {
        let storeAnswers = await storeAnswers()
        let isReady = storeAnswers && instruments.isServing
        return Self.response(isReady ? .ok : .serviceUnavailable) {
            $0.member("status", isReady ? "ready" : "unready")
            $0.member("store", storeAnswers ? store.takesChanges ? "answers" : "is read only" : "does not answer")
            $0.member("draining", !instruments.isServing)
            $0.object("config", config.write)
        }
    }

    private func storeAnswers() async -> Bool {
        guard let nobody = Self.nobody else { return false }
        return (try? await store.record(of: nobody)) != nil
    }

    private static func response(_ status: Status, _ members: (inout JSONWriter) -> Void) -> Response {
        var writer = JSONWriter()
        writer.object(members)
        return Response(
            status: status,
            contentType: "application/json",
            cacheControl: .unstored,
            body: writer.bytes
        )
    }
}
