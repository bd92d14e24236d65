import Foundation
import PrometheusText
import Testing

extension `The program` {
    @Suite struct `A log that nobody takes` {
        enum Output: CaseIterable, Sendable {
            case full, closed, readByNobody, stuck
        }

        @Test(arguments: Output.allCases)
        func `costs the server nothing but the log`(output: Output) throws {
            try withFolder { folder in
                let errors = try folder.newFile("errors")
                let pipe = Pipe()
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/bin/sh")
                process.currentDirectoryURL = Child.root
                let store = try SampleStore.copy(into: folder)
                process.arguments = [
                    "-c", #"exec "$0" "$@""# + (output == .closed ? " >&-" : ""), try Child.executable().path,
                    "serve", "--port", "0", "--store", store, "--max-requests", "100000",
                ]
                process.standardOutput =
                    output == .full ? try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full")) : pipe
                process.standardError = try FileHandle(forWritingTo: errors)
                try process.run()
                defer {
                    if process.isRunning { process.terminate() }
                    process.waitUntilExit()
                }
                try Watch.over(process.processIdentifier)
                try pipe.fileHandleForWriting.close()
                if output == .readByNobody { try pipe.fileHandleForReading.close() }
                let port = try Child.wait("a server to serve") {
                    try String(contentsOf: errors, encoding: .utf8).firstMatch(of: /Serving .*:(\d+)\/home/)
                        .flatMap { UInt16($0.1) }
                }

                let client = try Client(port: port)
                // More lines than a pipe and what waits for it have room for.
                for _ in 1...20_000 {
                    let answer = try client.request("GET", "/healthz")
                    guard answer.status == 200 else { throw Client.Failure(reason: "\(answer.status)") }
                }
                #expect(try client.request("GET", "/home?width=390").status == 200)
                let metrics = try Exposition(Array(try client.request("GET", "/metrics").body))
                let left = ["hearth_log_dropped_total", "hearth_log_sampled_total"].map { metrics.value($0) ?? -1 }
                switch output {
                case .full, .readByNobody: #expect(left[0] > 0)
                case .stuck: #expect(left[1] > 0)
                // Then it goes nowhere, which takes all.
                case .closed: #expect(left == [0, 0])
                }
                process.terminate()
                _ = try Child.wait("the end") { process.isRunning ? nil : () }
                #expect(process.terminationReason == .exit && process.terminationStatus == 0)
            }
        }
    }
}
