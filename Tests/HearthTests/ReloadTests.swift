import Foundation
import Glibc
import HTTPTestClient
import PrometheusText
import Testing

extension `The program` {
    @Suite struct `A config that changes` {
        @Test func `is used each time, and no request is lost`() throws {
            try withFolder { folder in
                let config = try folder.config(title: "Home 0")
                try withServer(on: FixtureStore.copy(into: folder), "--config", config, in: folder) { server in
                    let worker = try server.worker()
                    let load = Load(on: server.port)
                    for round in 1...20 {
                        try load.waitForAnswers(20)
                        if round.isMultiple(of: 2) {
                            // Some programs write in place, and the file is empty for a moment.
                            _ = try folder.config(title: "Home \(round)")
                        } else {
                            _ = try folder.config(title: "Home \(round)", as: "next.json")
                            try replace(config, by: folder.path("next.json"))
                        }
                        try server.waitForReload(round)
                        #expect(try TestClient(port: server.port).title() == "Home \(round)")
                    }
                    try load.waitForAnswers(100)
                    let tally = try load.stop()
                    #expect(tally.refused.isEmpty && tally.lost.isEmpty, "\(tally)")
                    #expect(children(of: server.child.id) == [worker])
                    #expect(server.child.errors.ranges(of: "Serving http://").count == 1)
                }
            }
        }

        @Test func `to an invalid one is reported and not used until it is corrected`() throws {
            try withFolder { folder in
                let config = try folder.config(title: "First")
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, "--config", config, in: folder) { server in
                    let before = try server.config()
                    #expect(before["lastReload"].string == "succeeded")
                    #expect(before["errors"].isMissing && before["failedAt"].isMissing)
                    #expect(try server.metric("hearth_config_last_reload_successful") == 1)
                    let loadedAt = try #require(try server.metric(Self.timestamp))
                    #expect(abs(loadedAt - Date().timeIntervalSince1970) < 3600)
                    let worker = try server.worker()

                    let unknown = (1...30).map { #""unknown\#($0)": 1"# }.joined(separator: ",")
                    _ = try folder.write(#"{"title": "", \#(unknown)}"#, to: "next.json")
                    try replace(config, by: folder.path("next.json"))
                    try server.waitForLog("Config not reloaded, keeping the current one: \(config) has ")
                    #expect(server.child.errors.contains("  title: expected a text that is not empty"))
                    #expect(server.child.errors.contains("  unknown key \"unknown30\""), "the log has all errors")
                    let refused = try server.config { $0["lastReload"].string == "failed" }
                    let errors = refused["errors"].array.compactMap(\.string)
                    #expect(errors.first?.hasPrefix("title: expected a text that is not empty") == true)
                    #expect(errors.count == 21 && errors.last == "and 12 more", "\(errors)")
                    #expect(refused["failedAt"].string != nil)
                    for member in ["revision", "loadedAt"] { #expect(refused[member].string == before[member].string) }
                    #expect(try server.metric("hearth_config_last_reload_successful") == 0)
                    #expect(try server.metric(Self.timestamp) == loadedAt)
                    #expect(try TestClient(port: server.port).title() == "First")
                    #expect(children(of: server.child.id) == [worker])
                    // It is not read again before it changes or a reload is requested.
                    usleep(1_500_000)
                    #expect(server.child.errors.ranges(of: "Config not reloaded").count == 1)
                    server.child.signal(SIGHUP)
                    try server.waitForLog("Config not reloaded, keeping the current one: \(config) has ", times: 2)

                    _ = try folder.config(title: "Second")
                    try server.waitForReload()
                    let after = try server.config()
                    #expect(after["lastReload"].string == "succeeded")
                    #expect(after["errors"].isMissing && after["failedAt"].isMissing)
                    #expect(after["revision"].string != before["revision"].string)
                    #expect(try server.metric("hearth_config_last_reload_successful") == 1)
                    #expect(try #require(try server.metric(Self.timestamp)) > loadedAt)
                    #expect(try TestClient(port: server.port).title() == "Second")
                }
                _ = try folder.config(title: "First")
                let first = try withServer(on: store, "--config", config, in: folder) { try $0.config()["revision"] }
                let again = try withServer(on: store, "--config", config, in: folder) { try $0.config()["revision"] }
                #expect(first.string == again.string)
            }
        }

        @Test func `has a revision of all that it says, and one of what it says about homes`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let text = try Fixtures.configText()
                let secret = try folder.write(Token.secret, to: "secret.key")
                func auth(_ leeway: Int) -> String {
                    text.adding(#""auth": {"kind": "jwt", "secret": "\#(secret)", "leeway": \#(leeway)}"#)
                }
                let texts = [text, auth(1), auth(2), text.adding(#""cors": {"origins": ["https://app.example"]}"#)]
                let config = try folder.write(text, to: "home.json")
                try withServer(on: store, "--config", config, in: folder) { server in
                    var revisions: [JSON] = []
                    for (index, text) in texts.enumerated() {
                        _ = try folder.write(text, to: "home.json")
                        if index > 0 { try server.waitForReload(index) }
                        let before = revisions.last?["revision"].string
                        revisions.append(try server.config { $0["revision"].string != before })
                    }
                    #expect(Set(revisions.compactMap { $0["revision"].string }).count == texts.count)
                    #expect(Set(revisions.compactMap { $0["homes"].string }).count == 1)
                }
            }
        }

        @Test func `is awaited while it is being written or is missing`() throws {
            try withFolder { folder in
                let config = try folder.config(title: "First")
                try withServer(on: FixtureStore.copy(into: folder), "--config", config, in: folder) { server in
                    let text = try folder.configText(title: "Second")
                    _ = try folder.write(String(text.prefix(600)), to: "home.json")
                    try server.waitForLog("home.json is not JSON: line ")
                    try server.waitForLog("Config not reloaded")
                    _ = try folder.write(text, to: "home.json")
                    try server.waitForReload()
                    #expect(try TestClient(port: server.port).title() == "Second")

                    try replace(folder.path("away"), by: config)
                    try server.waitForLog("home.json cannot be read: No such file or directory")
                    try server.waitForLog("Config not reloaded", times: 2)
                    #expect(try TestClient(port: server.port).title() == "Second")
                    // The same file as before: the error must be withdrawn all the same.
                    try replace(config, by: folder.path("away"))
                    try server.waitForLog("Config unchanged")
                    _ = try server.config { $0["lastReload"].string == "succeeded" }
                }
            }
        }

        @Test func `behind a link that is switched, as in a ConfigMap, is found with the files that it names`()
            throws
        {
            try withFolder { folder in
                let (first, second) = (Token.secret, String(Token.secret.reversed()))
                try folder.makeVersion("1", title: "First", secret: first)
                try folder.makeVersion("2", title: "Second", secret: first)
                try folder.makeVersion("3", title: "Second", secret: second)
                try folder.link("..data", to: "1")
                try folder.link("home.json", to: "..data/home.json")
                try folder.link("secret", to: "..data/secret")
                let config = folder.path("home.json")
                try withServer(on: FixtureStore.copy(into: folder), "--config", config, in: folder) { server in
                    func titles() throws -> [String?] {
                        try [first, second].map { secret in
                            try TestClient(port: server.port).title(with: Token(for: "u1", secret: secret))
                        }
                    }
                    #expect(try titles() == ["First", nil])
                    try folder.retarget("..data", to: "2")
                    try server.waitForReload()
                    #expect(try titles() == ["Second", nil])
                    // The config's text is the same; only the secret differs.
                    try folder.retarget("..data", to: "3")
                    try server.waitForReload(2)
                    #expect(try titles() == [nil, "Second"])
                    // Invalid files, and files named by an invalid config, are watched as well.
                    _ = try folder.write("too short", to: "3/secret")
                    try server.waitForLog("Config not reloaded")
                    #expect(try titles() == [nil, "Second"])
                    _ = try folder.write(first, to: "3/secret")
                    try server.waitForReload(3)
                    #expect(try titles() == ["Second", nil])
                }
            }
        }

        @Test func `in a localization file is used, and an invalid one changes nothing`() throws {
            try withFolder { folder in
                let text = try Fixtures.configText()
                let config = try folder.write(
                    text.replacing(#/"[^"]+/localization/en\.json"/#, with: #""en.json""#),
                    to: "home.json"
                )
                let words = try Fixtures.text(of: "Tests/Fixtures/localization/en.json")
                func writePhrase(_ phrase: String) throws {
                    let changed = words.replacing("{distance} away", with: phrase)
                    try #require(changed != words || phrase == "{distance} away")
                    _ = try folder.write(changed, to: "en.json")
                }
                func phrase(_ server: RunningServer) throws -> String? {
                    let target = "/home/widgets/nearby?width=390&lat=41.65&lon=-83.54"
                    let nearby = try TestClient(port: server.port).request("GET", target)
                    return try nearby.json.items.first?["accessibilityValue"].string
                }
                try writePhrase("{distance} away")
                try withServer(on: FixtureStore.copy(into: folder), "--config", config, in: folder) { server in
                    let first = try #require(try phrase(server))
                    #expect(first.hasSuffix(" away"))
                    let before = try server.config()

                    try writePhrase("{distance} from here")
                    try server.waitForReload()
                    #expect(try phrase(server) == first.replacing(" away", with: " from here"))
                    let after = try server.config()
                    #expect(after["loadedAt"].string != before["loadedAt"].string)
                    #expect(server.child.errors.contains("Config changed, reloading: \(folder.path("en.json"))"))

                    try writePhrase("far")
                    try server.waitForLog("Config not reloaded, keeping the current one: \(config) has ")
                    let refused = try server.config { $0["lastReload"].string == "failed" }
                    let errors = refused["errors"].array.compactMap(\.string)
                    #expect(
                        errors.count == 1 && errors[0].hasPrefix("localization.files.en.distanceAway: "),
                        "\(errors)"
                    )
                    #expect(refused["loadedAt"].string == after["loadedAt"].string)
                    #expect(try server.metric("hearth_config_last_reload_successful") == 0)
                    #expect(try phrase(server) == first.replacing(" away", with: " from here"))

                    try writePhrase("{distance} off")
                    try server.waitForReload(2)
                    #expect(try phrase(server) == first.replacing(" away", with: " off"))
                    #expect(try server.metric("hearth_config_last_reload_successful") == 1)
                }
            }
        }

        @Test func `must be valid at the start, or the server does not start`() throws {
            try withFolder { folder in
                let config = try folder.write(folder.configText(title: "Long") + padding, to: "home.json")
                let server = try Child(
                    [
                        "serve", "--store", FixtureStore.copy(into: folder), "--port", "0", "--config", config,
                        "--startup-timeout", "1",
                    ],
                    in: folder
                )
                defer { server.kill() }
                let worker = try Child.wait("a worker") {
                    children(of: server.id).first { child in
                        // Before it becomes a worker, the supervisor waits for it without a limit.
                        let words = try? String(contentsOfFile: "/proc/\(child)/cmdline", encoding: .utf8)
                        return words?.contains("\0worker\0") == true
                    }
                }
                kill(worker, SIGSTOP)
                #expect(try server.wait() == 1)
                #expect(server.errors.contains("The worker took too long to start: killing it"))
            }
        }

        private static let timestamp = "hearth_config_last_reload_success_timestamp_seconds"
    }

    @Suite struct `A worker that dies while the config is invalid` {
        @Test func `is replaced by one with the last valid config and its files`() throws {
            try withFolder { folder in
                let config = try folder.config(auth: #"{"kind": "jwt", "secret": "secret"}"#)
                _ = try folder.write(Token.secret, to: "secret")
                let good = try String(contentsOfFile: config, encoding: .utf8)
                try withServer(on: FixtureStore.copy(into: folder), "--config", config, in: folder) { server in
                    func title() throws -> String? { try TestClient(port: server.port).title(with: Token(for: "u1")) }
                    #expect(try title() == "Homes")
                    let loaded = try server.config()
                    // The change has not been noticed yet.
                    try FileManager.default.removeItem(atPath: folder.path("secret"))
                    _ = try folder.write(String(good.prefix(300)), to: "auth.json")
                    kill(try server.worker(), SIGKILL)
                    #expect(try title() == "Homes")
                    try server.waitForLog("New worker serving")
                    try server.waitForLog("Config not reloaded")
                    _ = try server.config { $0["lastReload"].string == "failed" }
                    // The change has been noticed.
                    for round in 2...4 {
                        let worker = try server.worker()
                        kill(worker, SIGKILL)
                        try Child.wait("the worker's end") { isAlive(worker) ? nil : () }
                        #expect(try title() == "Homes")
                        try server.waitForLog("New worker serving", times: round)
                        // The new worker reports when its config was read, and the failed reload.
                        let config = try server.config { $0["lastReload"].string == "failed" }
                        #expect(config["loadedAt"].string == loaded["loadedAt"].string)
                        #expect(config["revision"].string == loaded["revision"].string)
                        #expect(config["errors"].array.first?.string?.contains("is not JSON") == true)
                    }
                    #expect(server.child.errors.ranges(of: "Config not reloaded").count == 1)
                    _ = try folder.write(Token.secret, to: "secret")
                    _ = try folder.write(
                        good.replacing(#""en": "Homes""#, with: #""en": "Häuser""#),
                        to: "auth.json"
                    )
                    try server.waitForReload()
                    #expect(try title() == "Häuser")
                    // The reloaded config is kept as well.
                    _ = try folder.write(String(good.prefix(300)), to: "auth.json")
                    kill(try server.worker(), SIGKILL)
                    try server.waitForLog("New worker serving", times: 5)
                    #expect(try title() == "Häuser")
                }
            }
        }

        @Test func `because of the config is replaced by one that does not use that config`() throws {
            try withFolder { folder in
                let config = try folder.config(title: "First")
                try withServer(on: FixtureStore.copy(into: folder), "--config", config, in: folder) { server in
                    _ = try folder.write(folder.configText(title: "Long") + padding, to: "next.json")
                    try replace(config, by: folder.path("next.json"))
                    try server.waitForLog("Config changed, reloading: \(config)")
                    #expect(try TestClient(port: server.port).title() == "First")
                    kill(try server.worker(), SIGKILL)
                    let why = "the worker exited while it read the config"
                    try server.waitForLog("Config not reloaded: \(why)")
                    try server.waitForLog("New worker serving")
                    let refused = try server.config { $0["lastReload"].string == "failed" }
                    #expect(refused["errors"].array.compactMap(\.string) == [why])
                    #expect(try TestClient(port: server.port).title() == "First")
                    // It is not read again before it changes or a reload is requested.
                    usleep(1_500_000)
                    #expect(server.child.errors.ranges(of: "Config changed, reloading").count == 1)
                    server.child.signal(SIGHUP)
                    try server.waitForReload()
                    #expect(try TestClient(port: server.port).title() == "Long")
                }
            }
        }

        @Test func `is replaced the same way if a reload is requested while none serves`() throws {
            try withFolder { folder in
                let config = try folder.config(title: "First")
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, "--config", config, in: folder) { server in
                    try server.killWorkers(untilLog: "restart attempt 6 in 1600 ms")
                    _ = try folder.write("{", to: "home.json")
                    server.child.signal(SIGHUP)
                    try server.waitForLog("Config not reloaded, keeping the current one: ")
                    try Child.wait("a home") { try? TestClient(port: server.port).title() == "First" ? () : nil }
                    _ = try server.config { $0["lastReload"].string == "failed" }
                    server.child.signal(SIGTERM)
                    #expect(try server.child.wait() == 0)
                }
            }
        }
    }
}

/// Enough white space that a worker takes a while to read it.
private let padding = String(repeating: " ", count: 16 << 20)
