import Foundation
import HTTPTestClient
import PrometheusText

/// A running `hearth recommender` on its own port.
final class RunningRecommender {
    let child: Child
    let port: UInt16

    init(on store: String, _ flags: [String] = [], port: UInt16 = 0, in folder: Folder) throws {
        let child = try Child(["recommender", "--store", store, "--port", "\(port)"] + flags, in: folder)
        self.child = child
        do {
            self.port = try Child.wait("a recommender to serve") {
                if !child.isRunning { throw Child.Failure(description: "no recommender: \(child.errors)") }
                return child.errors.firstMatch(of: /Serving http:\/\/127\.0\.0\.1:(\d+)\/api\n/).flatMap {
                    UInt16($0.1)
                }
            }
            try Child.wait("its catalogue") { [port = self.port] in
                try TestClient(port: port).request("GET", "/api/health/ready").status == 200 ? () : nil
            }
        } catch {
            child.kill()
            throw error
        }
    }

    /// The number of received events with an outcome.
    func received(_ outcome: String) throws -> Double? {
        let answer = try TestClient(port: port).request("GET", "/metrics")
        return try Exposition(answer.body).value("hearth_feedback_events_received_total", ["outcome": outcome])
    }
}
