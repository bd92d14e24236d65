import Foundation
import HTTPTestClient
import HomeLayout
import Testing

extension `The program` {
    /// Guards the homes that the preview shows beside the served ones.
    @Suite struct `A config that the preview compares` {
        private static let target = "/preview/compared/home?width=390&segment=style"

        /// The fixtures' config with the candidate of this name.
        private static func config(comparedWith name: String) throws -> String {
            try Fixtures.configText().adding(#""preview": {"compareWith": "\#(name)"}"#)
        }

        /// The fixtures' config without its editors' picks.
        private static func candidate() throws -> String {
            try Fixtures.configText().replacing(#""id": "editors-picks""#, with: #""id": "picks""#)
        }

        /// Runs `body` with a server whose config names a candidate.
        private static func with(_ body: (RunningServer, Folder) throws -> Void) throws {
            try withFolder { folder in
                _ = try folder.write(candidate(), to: "candidate.json")
                let config = try folder.write(config(comparedWith: "candidate.json"), to: "home.json")
                try withServer(on: FixtureStore.copy(into: folder), "--config", config, in: folder) {
                    try body($0, folder)
                }
            }
        }

        @Test func `has homes and widgets of its own, of the same users`() throws {
            try Self.with { server, _ in
                #expect(try server.get("/preview/server.json").json["compares"].bool == true)
                let served = try server.home("/home?width=390&segment=style")
                let compared = try server.home(Self.target)
                #expect(served.widgets.map(\.id).contains("editors-picks"))
                #expect(compared.widgets.map { $0.id == "picks" ? "editors-picks" : $0.id } == served.widgets.map(\.id))
                #expect(compared.widget("picks").itemIDs == served.widget("editors-picks").itemIDs)
                let widget = "/preview/compared/home/widgets/picks?width=390&segment=style"
                #expect(try server.home(widget).itemIDs == compared.widget("picks").itemIDs)
                let missing = try server.get("/preview/compared/home/widgets/editors-picks?width=390&segment=style")
                #expect(try missing.json["error"]["code"].string == "unknown_widget")
                #expect(try server.get("/preview/compared/home?width=1").status == 400)

                let search = #"{"market": "toledo"}"#
                #expect(try server.request("POST", "/users/u1/searches", body: search).status == 204)
                let home = try server.home("/preview/compared/home?width=390&user=u1")
                #expect(home.widget("last-search")["state"].string == "loaded")
            }
        }

        @Test func `is reloaded when its file changes`() throws {
            try Self.with { server, folder in
                _ = try folder.write(
                    Self.candidate().replacing(#""id": "picks""#, with: #""id": "choice""#),
                    to: "next.json"
                )
                try replace(folder.path("candidate.json"), by: folder.path("next.json"))
                try server.waitForReload()
                try Child.wait("the changed candidate") {
                    try server.home(Self.target).widgets.contains { $0.id == "choice" } ? () : nil
                }
                _ = try folder.write(#"{"title": ""}"#, to: "next.json")
                try replace(folder.path("candidate.json"), by: folder.path("next.json"))
                try server.waitForLog("preview.compareWith: candidate.json: \"segments\" is missing")
                #expect(try server.home(Self.target).widgets.contains { $0.id == "choice" })
            }
        }

        @Test func `is reported by its name if it is invalid`() throws {
            try withFolder { folder in
                /// The errors of the config with this candidate; none if it is valid.
                func errors(of candidate: String?) throws -> String {
                    if let candidate { _ = try folder.write(candidate, to: "candidate.json") }
                    let path = try folder.write(Self.config(comparedWith: "candidate.json"), to: "home.json")
                    let ended = try hearth("check", path)
                    return ended.status == 0 ? "" : ended.errors
                }
                let name = "preview.compareWith: candidate.json"
                #expect(try errors(of: nil).contains("\(name) cannot be read: "))
                #expect(try errors(of: "{").contains("\(name) is not JSON: line 1"))
                let broken = try Self.candidate().replacing("HomeWidgetGrid\",\n", with: "HomeWidgetGird\",\n")
                let layout = "\(name): segments[1].widgets[7].layout: unknown layout \"HomeWidgetGird\"; did you mean "
                #expect(try errors(of: broken).contains(layout))
                let other = try Self.candidate().adding(#""kinds": {"video": {}}"#)
                #expect(try errors(of: other).contains("preview.compareWith: expected the same kinds"))
                // A copy of the config, which names itself. What is not about homes is ignored.
                let copy = try Self.config(comparedWith: "candidate.json").adding(#""auth": 1"#)
                #expect(try errors(of: copy) == "")
            }
        }

        @Test func `may have files in its own folder`() throws {
            try withFolder { folder in
                for folder in [folder.path("next"), folder.path("next/words")] {
                    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
                }
                _ = try folder.write("{}", to: "next/words/en.json")
                let localization = #"{"default": "en", "files": {"en": "words/en.json"}}"#
                let widget = #"{"id": "w", "layout": "HomeWidgetGrid", "source": {"kind": "items"}}"#
                let candidate = """
                    {"title": "Next", "localization": \(localization),
                    "segments": [{"id": "s", "title": "S", "widgets": [\(widget)]}]}
                    """
                _ = try folder.write(candidate, to: "next/home.json")
                let config = try folder.write(Self.config(comparedWith: "next/home.json"), to: "home.json")
                try withServer(on: FixtureStore.copy(into: folder), "--config", config, in: folder) { server in
                    let home = try server.home("/preview/compared/home?width=390")
                    #expect(home["header"]["title"].string == "Next")
                }
            }
        }

        @Test func `is not there if the config names none`() throws {
            try withFixtureServer { server in
                #expect(try server.get("/preview/server.json").json["compares"].bool == false)
                for target in [Self.target, "/preview/compared/home/widgets/brands?width=390"] {
                    let answer = try server.get(target)
                    #expect(answer.status == 404)
                    #expect(try answer.json["error"]["code"].string == "not_found")
                }
            }
        }
    }

    @Suite struct `The home of the gallery` {
        private static let target = "/preview/gallery/home?width=390"

        @Test(arguments: ["en", "de", "ar"])
        func `has each layout, with items of the store`(locale: String) throws {
            try withFixtureServer { server in
                let answer = try server.get("\(Self.target)&locale=\(locale)")
                try expectContract(answer, "GET", "/home?width=390")
                let home = try answer.json
                #expect(home.widgets.compactMap(\.layout).sorted() == Layout.allCases.map(\.rawValue).sorted())
                #expect(home.widgets.allSatisfy { $0["state"].string == "loaded" && !$0.items.isEmpty })
                let kinds = Set(home.widgets.flatMap(\.items).compactMap { $0["kind"].string })
                #expect(kinds.isSuperset(of: ["listing", "product", "brand", "banner", "infoCard", "loadMore"]))
                #expect(home.widget("map").items.count == 10)
                let title = ["en": "Your brands", "de": "Your brands", "ar": "علاماتك التجارية"][locale]
                #expect(home.widget("brand")["title"].string == title)
            }
        }

        @Test func `is the same for all users and with all gates, and cannot be explained`() throws {
            let text = try Fixtures.configText()
                .adding(#""explain": true, "marks": {"saved": true}, "clients": [{"platform": "ios"}]"#)
            try withFixtureServer(config: text) { server in
                let before = try server.home(Self.target)
                let item = try #require(before.widget("grid").itemIDs.first)
                let saved = #"{"events": [{"type": "saved", "item": "\#(item)"}]}"#
                #expect(try server.request("POST", "/users/u1/events", body: saved).status == 200)
                let after = try server.home("\(Self.target)&user=u1")
                #expect(after.widgets.map(\.items) == before.widgets.map(\.items))
                #expect(try server.get("\(Self.target)&explain=1").status == 403)
                #expect(try server.home("\(Self.target)&segment=layouts").widgets.count == Layout.allCases.count)
                #expect(try server.get("\(Self.target)&segment=homes").status == 400)
            }
        }

        @Test func `requires a token where homes do`() throws {
            try withFolder { folder in
                _ = try folder.write(Token.secret, to: "secret")
                let config = try folder.config(auth: #"{"kind": "jwt", "secret": "secret"}"#)
                try withServer(on: FixtureStore.copy(into: folder), "--config", config, in: folder) { server in
                    #expect(try server.get(Self.target).status == 401)
                    let token = try Token(for: "u1").field
                    let answer = try TestClient(port: server.port).request("GET", Self.target, fields: token)
                    #expect(answer.status == 200)
                }
            }
        }
    }
}
