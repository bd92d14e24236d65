import Contract
import Foundation
import HTTPTestClient
import HomeLayout
import JSON
import Testing

@testable import Catalogue
@testable import HomeFeed
@testable import hearth

extension `The program` {
    @Suite struct `An answer checked against the contract` {
        private static let toledo = "&lat=41.65&lon=-83.54"
        /// Devices and languages, from the smallest to the largest.
        private static let devices = [
            "width=200&scale=1&textScale=0.8&locale=en", "width=320&scale=2&locale=en-US",
            "width=390&scale=3&locale=de-AT", "width=412&scale=2.625&textScale=1.3&locale=tr",
            "width=768&scale=2&locale=ar-EG", "width=2048&scale=4&textScale=3.2",
        ]

        @Test func `matches it for each device, language, segment and user`() throws {
            try withFixtureServer { server in
                let search = #"{"market":"toledo","types":["house"],"price":{"max":12000000},"bedrooms":{"min":3}}"#
                #expect(try server.request("POST", "/users/u1/searches", body: search).status == 204)
                #expect(
                    try server.request("POST", "/users/u1/opened", body: #"{"items":["product:s1001"]}"#).status == 200
                )
                for device in Self.devices {
                    for who in [
                        "", "&user=u1", "&user=u1&platform=ios&appVersion=5.0\(Self.toledo)", "&user=u2\(Self.toledo)",
                        "&layouts=HomeWidgetFullWidth,HomeWidgetProductL,HomeWidgetInfoCard&appVersion=5\(Self.toledo)",
                    ] {
                        let home = try server.checkedHome("/home?\(device)\(who)")
                        for segment in home["segments"].array {
                            if let href = segment["href"].string { _ = try server.checkedHome(href) }
                        }
                    }
                }
            }
        }

        @Test func `matches it for a single widget and each of its pages`() throws {
            try withFixtureServer { server in
                #expect(try server.request("POST", "/users/u1/searches", body: "{}").status == 204)
                for target in ["/home?width=390&scale=3&user=u1\(Self.toledo)", "/home?width=390&segment=style"] {
                    let query = try #require(target.split(separator: "?").last)
                    for widget in try server.home(target).widgets {
                        let id = try #require(widget.id)
                        var page = try server.checkedHome("/home/widgets/\(id)?\(query)")
                        for _ in 1...3 {
                            guard let next = page["loadMore"]["href"].string else { break }
                            page = try server.checkedHome(next)
                        }
                    }
                }
            }
        }

        @Test func `matches it with explanations`() throws {
            try withFixtureServer(config: Fixtures.configText().adding(#""explain": true"#)) { server in
                for target in [
                    "/home?width=390&explain=1\(Self.toledo)", "/home?width=390&explain=1&user=u1&segment=style",
                    "/home?width=390&explain=1&platform=ios&appVersion=5.0\(Self.toledo)",
                    "/home/widgets/nearby?width=390&explain=1\(Self.toledo)",
                    "/home/widgets/last-search?width=390&explain=1",
                ] {
                    let explanation = try server.checkedHome(target)["explain"]
                    #expect(!explanation.isMissing)
                }
            }
        }

        @Test func `matches it in each state of a widget`() throws {
            try withFolder { folder in
                let service = try ScriptedGorse()
                defer { service.stop() }
                try withServer(
                    asking: service.port,
                    config: folder.write(Self.homeOfRecommendations, to: "config.json"),
                    in: folder
                ) { server in
                    /// Requests the home until the widget has this state; all answers before are checked against the
                    /// contract, too.
                    func expect(_ state: String, _ query: String) throws {
                        let home = "/home?width=390&\(query)"
                        try Child.wait("a widget that is \(state)") {
                            let widget = try server.checkedHome(home).widget("recommendations")
                            return widget["state"].string == state ? () : nil
                        }
                    }
                    try expect("loaded", "user=u1")
                    try service.setMode(.slow)
                    try expect("deferred", "user=u2&budget=20")
                    try service.setMode(.stopped)
                    try expect("stale", "user=u1")
                    try expect("error", "user=u3")
                    let alone = try server.checkedHome("/home/widgets/recommendations?width=390&user=u3")
                    #expect(alone["state"].string == "error")
                    let empty = try server.checkedHome("/home?width=390&user=u1").widget("last-search")
                    #expect(empty["state"].string == "empty")
                    let none = try server.checkedHome("/home/widgets/nearby?width=390")
                    #expect(none["state"].string == "empty" && none.items.isEmpty)
                }
            }
        }

        private static let homeOfRecommendations = """
            {
                "title": "Home",
                "budget": { "default": 60000, "maximum": 60000 },
                "recommender": { "timeout": 10000, "cacheLifetime": 1 },
                "segments": [{
                    "id": "homes",
                    "title": "Homes",
                    "widgets": [
                        {
                            "id": "recommendations",
                            "title": "Picked for you",
                            "layout": "HomeWidgetFullWidth",
                            "source": { "kind": "recommendations", "maxStale": 600 },
                            "limit": 4,
                            "footer": { "title": "All", "href": "/all" }
                        },
                        { "id": "nearby", "layout": "HomeWidgetMap", "source": { "kind": "nearby" } },
                        {
                            "id": "last-search",
                            "layout": "HomeWidgetProductL",
                            "source": { "kind": "lastSearch" },
                            "whenEmpty": { "id": "none", "title": "Looking for a home?", "text": "Search once." }
                        }
                    ]
                }]
            }
            """

        @Test func `matches it for routes other than a home`() throws {
            try withFixtureServer { server in
                for target in ["/healthz", "/readyz", "/metrics", "/openapi.json"] {
                    let answer = try server.get(target)
                    #expect(answer.status == 200)
                    try expectContract(answer, "GET", target)
                }
                for (method, target, body) in [
                    ("POST", "/users/u1/searches", "{}" as String?),
                    ("POST", "/users/u1/opened", #"{"items":["product:s1001"]}"#), ("DELETE", "/users/u1", nil),
                ] {
                    let answer = try server.request(method, target, body: body)
                    #expect((200...204).contains(answer.status))
                    try expectContract(answer, method, target)
                }
            }
        }

        @Test func `matches it for 304 answers and gzip`() throws {
            try withFixtureServer { server in
                let client = try TestClient(port: server.port)
                for target in ["/home?width=390", "/home/widgets/nearby?width=390\(Self.toledo)", "/openapi.json"] {
                    let tag = try #require(try client.request("GET", target).fields["etag"])
                    let known = try client.request("GET", target, fields: "If-None-Match: \(tag)")
                    #expect(known.status == 304)
                    try expectContract(known, "GET", target)
                    let gzipped = try client.request("GET", target, fields: "Accept-Encoding: gzip")
                    let contract = try Contract.repository.get()
                    let operation = try #require(contract.operation("GET", target))
                    var answer = gzipped
                    answer.body = try client.request("GET", target).body
                    #expect(gzipped.fields["content-encoding"] == "gzip")
                    let faults = try contract.faults(of: Contract.Response(answer), to: operation)
                    #expect(faults == [])
                }
            }
        }

        @Test func `is the contract itself at its own route`() throws {
            try withFixtureServer { server in
                let answer = try server.get("/openapi.json")
                #expect(answer.fields["content-type"] == "application/json")
                #expect(answer.fields["cache-control"] == "private, no-cache")
                let file = try Data(contentsOf: Contract.file)
                #expect(Data(answer.body) == file)
                #expect(try server.request("HEAD", "/openapi.json").fields["etag"] == answer.fields["etag"])
            }
        }

        @Test func `is a contract with the kinds that the config declares`() throws {
            try withFixtureServer(config: Fixtures.configText().adding(#""kinds": {"video": {}}"#)) { server in
                let answer = try server.get("/openapi.json")
                let served = try Contract(parsing: answer.body)
                let kinds = served.document["components"]["schemas"]["Item"]["properties"]["kind"]["x-extensible-enum"]
                #expect(kinds.elements.compactMap(\.text).contains("video"))
                let fixed = try Contract.repository.get()
                #expect(Set(served.definitions.keys) == Set(fixed.definitions.keys))
            }
        }

        @Test func `has a path of the contract, and the contract has no other`() throws {
            let contract = try Contract.repository.get()
            let served =
                Routes.patterns + PreviewRoutes.patterns + HealthRoutes.probes
                + [HealthRoutes.metrics, ContractDocument.pattern]
            #expect(Set(contract.operations.map(\.path)) == Set(served))
        }

        @Test func `has each value of the program's enumerations, and the contract has no other`() throws {
            let schemas = try Contract.repository.get().document["components"]["schemas"]
            guard case .text(let types)? = KindTable.builtIn["listing"]?.attribute("type")?.type else {
                Issue.record("listings have no types")
                return
            }
            func words(_ schema: JSONValue) -> [String] {
                (schema["x-extensible-enum"].elements + schema["enum"].elements).compactMap(\.text).sorted()
            }
            let lists = [
                (schemas["Layout"], Layout.words), (schemas["ListingType"], types.sorted()),
                (schemas["Attributes"]["properties"]["type"], types.sorted()),
                (schemas["WidgetErrorCode"], WidgetError.Code.words),
                (schemas["Header"]["properties"]["kind"], HeaderKind.words),
                (schemas["NoteMetrics"]["properties"]["position"], NoteMetrics.Position.allCases.map(\.rawValue)),
                (schemas["Widget"]["properties"]["state"], (LoadState.allCases.map(\.name) + ["unchanged"]).sorted()),
                (
                    schemas["Item"]["properties"]["kind"],
                    Set(Kind.reservedNames).union(KindTable.builtIn.kinds.map(\.name)).sorted()
                ),
            ]
            for (schema, expected) in lists { #expect(words(schema) == expected) }
        }
    }
}

extension CaseIterable where Self: RawRepresentable<String> {
    fileprivate static var words: [String] { allCases.map(\.rawValue).sorted() }
}
