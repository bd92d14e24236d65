import Foundation
import HTTPTestClient
import PrometheusText
import Testing

extension `The program` {
    @Suite struct `A recorded home` {
        private static let homes = [
            "/home?segment=homes&width=390&scale=3&locale=en&user=u1&lat=41.65&lon=-83.54",
            "/home?width=390&user=u1&segment=style&locale=de-AT&platform=ios&appVersion=4.2.0",
            "/home?width=800&locale=ar",
        ]

        private func recordings(in path: String) throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.hasSuffix(".json") }
                .map { "\(path)/\($0)" }
        }

        /// Waits until so many homes are recorded.
        private func wait(for count: Int, in path: String) throws {
            try Child.wait("\(count) recordings") { try recordings(in: path).count == count ? () : nil }
        }

        @Test func `has the document, its explanation and the user's record`() throws {
            try withFolder { folder in
                let path = folder.path("recordings")
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, "--record", path, "--record-share", "1", in: folder) { server in
                    #expect(
                        try server.request("POST", "/users/u1/searches", body: #"{"market":"toledo"}"#).status == 204
                    )
                    var sent = try Self.homes.map { try server.get($0).json }
                    #expect(try server.get("/home?width=1").status == 400)
                    try wait(for: Self.homes.count, in: path)
                    let metrics = try Exposition(server.get("/metrics").body)
                    #expect(metrics.value("hearth_recordings_total", ["result": "written"]) == 3)

                    let ready = try server.get("/readyz").json
                    for file in try recordings(in: path) {
                        let recording = try JSON(parsing: Data(contentsOf: URL(filePath: file)))
                        #expect(recording["config"] == ready["config"]["homes"])
                        #expect(recording["snapshot"]["version"].int ?? 0 > 0)
                        let market = recording["record"]["lastSearch"]["market"].string
                        #expect(market == (recording["user"].isMissing ? nil : "toledo"))
                        let home = recording["home"]
                        #expect(!home["explain"]["widgets"].array.isEmpty)
                        let index = try #require(sent.firstIndex { $0["revision"] == home["revision"] })
                        let document = sent.remove(at: index)
                        #expect(home.keys == document.keys.union(["explain"]))
                        for key in document.keys { #expect(home[key] == document[key]) }
                        // The request gives the same home again.
                        let target = try #require(recording["target"].string)
                        #expect(try server.get(target).json == document)
                    }
                    #expect(sent.isEmpty)
                }
            }
        }

        @Test func `is erased with its user`() throws {
            try withFolder { folder in
                let path = folder.path("recordings")
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, "--record", path, "--record-share", "1", in: folder) { server in
                    for user in ["u1", "u1", "u2"] { _ = try server.get("/home?width=390&user=\(user)") }
                    #expect(try server.request("DELETE", "/users/u1").status == 204)
                    try wait(for: 1, in: path)
                    let text = try String(contentsOfFile: recordings(in: path)[0], encoding: .utf8)
                    #expect(text.contains("user=u2"))
                }
            }
        }

        @Test func `is refused if the folder cannot be written`() throws {
            try withFolder { folder in
                let file = try folder.write("", to: "file")
                let ended = try hearth("serve", "--store", folder.path("s.store"), "--record", "\(file)/recordings")
                #expect(ended.status == 1)
                #expect(ended.errors.contains("recordings cannot be written to \(file)/recordings"))
            }
        }
    }
}
