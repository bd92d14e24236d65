import Foundation
import HTTPTestClient
import PrometheusText
import Testing

extension `The program` {
    @Suite struct `A log that is not read` {
        /// The ways in which a shell breaks standard output; `PIPE` stands for the path of a pipe.
        enum Output: String, CaseIterable, Sendable {
            case full = "exec >/dev/full"
            case closed = "exec >&-"
            case withoutReader = "mkfifo PIPE; exec 3<>PIPE >PIPE 3<&-"
            case stuck = "mkfifo PIPE; exec 3<>PIPE >PIPE"
        }

        @Test(arguments: Output.allCases)
        func `costs the server only log lines`(output: Output) throws {
            try withFolder { folder in
                let script = output.rawValue.replacing("PIPE", with: "'\(folder.path("pipe"))'")
                let store = try FixtureStore.copy(into: folder)
                let child = try Child(
                    ["serve", "--port", "0", "--store", store, "--max-requests-per-connection", "100000"],
                    startedBy: ["/bin/sh", "-c", script + #"; exec "$0" "$@""#],
                    in: folder
                )
                defer { child.kill() }
                let port = try Child.wait("a server to serve") {
                    child.errors.firstMatch(of: /Serving .*:(\d+)\/home/).flatMap { UInt16($0.1) }
                }

                let client = try TestClient(port: port)
                // More lines than fit into the pipe, the writer and the log's queue.
                for _ in 1...20_000 {
                    let answer = try client.request("GET", "/healthz")
                    guard answer.status == 200 else { throw TestClient.Failure(reason: "\(answer.status)") }
                }
                #expect(try client.request("GET", "/home?width=390").status == 200)
                let metrics = try Exposition(try client.request("GET", "/metrics").body)
                let dropped = metrics.value("hearth_log_lines_dropped_total") ?? -1
                switch output {
                case .full, .withoutReader, .stuck: #expect(dropped > 0)
                // Closed output becomes /dev/null, which accepts everything.
                case .closed: #expect(dropped == 0)
                }
                child.signal(SIGTERM)
                #expect(try child.wait() == 0)
            }
        }
    }
}
