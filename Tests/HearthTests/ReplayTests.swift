import Foundation
import HTTPTestClient
import PrometheusText
import Testing

extension `The program` {
    /// Guards the recordings of a server, and the homes that are made from them.
    @Suite struct `A recorded home` {
        private static let homes = [
            "/home?width=390&scale=3&user=u1&lat=41.65&lon=-83.54", "/home?width=800&locale=ar",
            "/home?width=390&user=u1&segment=style&locale=de-AT&platform=ios&appVersion=4.2.0",
            "/home?width=320&textScale=1.5&layouts=HomeWidgetProductL,HomeWidgetMap&lat=41.65&lon=-83.54",
        ]

        /// The recordings in a folder, the first one first.
        private func recordings(in path: String, of kind: String = "") throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: path)
                .filter { $0.hasSuffix(".json") && !$0.hasPrefix("configs") && $0.hasPrefix(kind) }
                .sorted().map { "\(path)/\($0)" }
        }

        /// Waits until so many homes are recorded.
        private func wait(for count: Int, in path: String) throws {
            try Child.wait("\(count) recordings") { try recordings(in: path).count == count ? () : nil }
        }

        @Test func `has the same bytes after the server was killed`() throws {
            try withFolder { folder in
                let path = folder.path("recordings")
                let store = try FixtureStore.copy(into: folder)
                var bodies: Set<Data> = []
                try withServer(on: store, "--record", path, "--record-share", "1", in: folder) { server in
                    #expect(
                        try server.request("POST", "/users/u1/searches", body: #"{"market":"toledo"}"#).status == 201
                    )
                    for target in Self.homes { bodies.insert(Data(try server.get(target).body)) }
                    #expect(try server.get("/home?width=1").status == 400)
                    try wait(for: Self.homes.count, in: path)
                    let metrics = try Exposition(server.get("/metrics").body)
                    #expect(metrics.value("hearth_recordings_total", ["result": "written"]) == 4)
                }
                let files = try recordings(in: path)
                var replayed: Set<Data> = []
                for file in files {
                    let ended = try hearth("replay", file)
                    #expect(ended.status == 0)
                    #expect(ended.errors == "hearth: The home has the same bytes as the recorded one.\n")
                    replayed.insert(ended.output)
                    let explained = try hearth("replay", file, "--explain")
                    #expect(explained.status == 0 && explained.text.hasPrefix("widget "))
                }
                #expect(replayed == bodies)

                // The recording alone, beside the config of the server.
                let alone = folder.path("alone.json")
                try FileManager.default.copyItem(atPath: files[0], toPath: alone)
                let ended = try hearth("replay", alone, "--config", Fixtures.config)
                #expect(ended.status == 1)
                #expect(ended.errors.contains("the key that signed its tokens is missing"))
                #expect(ended.output.count == (try hearth("replay", files[0]).output.count))
                let without = try hearth("replay", alone)
                #expect(without.status == 1 && without.errors.contains("name that with --config"))
            }
        }

        @Test func `shows what another config would have shown`() throws {
            try withFolder { folder in
                let path = folder.path("recordings")
                let store = try FixtureStore.copy(into: folder)
                let config = try folder.write(try Fixtures.configText(), to: "home.json")
                try withServer(on: store, "--config", config, "--record", path, "--record-share=1", in: folder) {
                    #expect(try $0.get(Self.homes[0]).status == 200)
                    try wait(for: 1, in: path)
                }
                let file = try recordings(in: path)[0]
                let same = try hearth("replay", file, "--config", config)
                #expect(same.status == 0 && same.errors.contains("has the same bytes"))
                let text = try Fixtures.configText()
                let other = try folder.write(
                    text.replacing(
                        #""source": { "kind": "nearby", "radius": 50000 }, "limit": 8"#,
                        with: #""source": { "kind": "nearby", "radius": 5000 }, "limit": 2"#
                    ),
                    to: "other.json"
                )
                let changed = try hearth("replay", file, "--config", other)
                #expect(changed.status == 0)
                #expect(changed.errors.contains("hearth:   a-little-further: source 0 (nearby)\n"))
                #expect(changed.errors.split(separator: "\n").count == 2)
                let homes = (try JSON(parsing: same.output), try JSON(parsing: changed.output))
                #expect(homes.0.widget("nearby").itemIDs == homes.1.widget("nearby").itemIDs)
                #expect(homes.0.widget("a-little-further").itemIDs != homes.1.widget("a-little-further").itemIDs)
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
                    let text = try String(contentsOfFile: recordings(in: path, of: "users")[0], encoding: .utf8)
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
