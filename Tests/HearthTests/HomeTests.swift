import Foundation
import HTTPTestClient
import Testing

extension `The program` {
    @Suite struct `A whole home` {
        static let homes = "/home?width=390&scale=3&user=u1&lat=41.65&lon=-83.54"
        static let style = homes + "&segment=style"
        static let old =
            homes + "&platform=ios&appVersion=4.2&layouts=HomeWidgetFullWidth,HomeWidgetProductL,HomeWidgetInfoCard"

        @Test func `has every widget of the segment homes in the config's order`() throws {
            let widgets = try Fixtures.widgets(of: "homes").filter { $0.id != "map-first" }
            try withFixtureServer { server in
                let home = try server.home(Self.homes)
                #expect(home.widgets.map(\.id) == widgets.map(\.id))
                // A card invites a user who has not searched.
                #expect(home.widgets.first?["layout"].string == "HomeWidgetInfoCard")
                #expect(home.widgets.dropFirst().map(\.layout) == widgets.dropFirst().map(\.layout))
                #expect(home.widget("last-search")["state"].string == "empty")
                #expect(home.widgets.dropFirst().allSatisfy { $0["state"].string == "loaded" })
                for (id, count) in [("last-search", 1), ("recommendations", 4), ("spotlight", 2), ("nearby", 20)] {
                    #expect(home.widget(id).items.count == count, "\(id)")
                }
                #expect(home["device"]["width"].int == 390)
                #expect(home["segments"].array.map { $0["active"].bool } == [true, false])
            }
        }

        @Test func `has each kind of item where the config put it, and distances that grow`() throws {
            try withFixtureServer { server in
                let home = try server.home(Self.homes)
                let kinds = home.widget("a-little-further").items.compactMap { $0["kind"].string }
                #expect(kinds[2] == "banner")
                #expect(kinds.last == "loadMore")
                #expect(kinds.count { $0 == "listing" } == 8)
                let distances = home.widget("nearby").items.compactMap { $0["distance"]["meters"].double }
                #expect(distances.count == 20)
                #expect(distances == distances.sorted())
            }
        }

        @Test func `has seven brands and the six densities in the segment style`() throws {
            try withFixtureServer { server in
                let home = try server.home(Self.style)
                #expect(
                    home.widgets.compactMap { $0["layout"].string } == [
                        "HomeWidgetBrand", "HomeWidgetProductXL", "HomeWidgetProductL", "HomeWidgetProductM",
                        "HomeWidgetProductS", "HomeWidgetProductXS", "HomeWidgetProductXXS", "HomeWidgetGrid",
                    ]
                )
                #expect(home.widget("brands").items.count == 7)
                #expect(home.widget("brands").items.allSatisfy { $0["kind"].string == "brand" })
                for widget in home.widgets.dropFirst() {
                    #expect(!widget.items.isEmpty, "\(widget.id ?? "")")
                    #expect(widget.items.allSatisfy { $0["kind"].string == "product" }, "\(widget.id ?? "")")
                }
            }
        }

        @Test func `has only layouts that an old client knows, and follows the user's experiment arm`() throws {
            try withFixtureServer { server in
                let home = try server.home(Self.old)
                // The old client knows no layout for banners, and in this arm the map comes first.
                let ids = try Fixtures.widgets(of: "homes").compactMap(\.id)
                #expect(home.widgets.map(\.id) == ids.filter { $0 != "spotlight" && $0 != "nearby" })
                #expect(home.widget("map-first")["layout"].string == "HomeWidgetFullWidth")
                #expect(home.widget("map-first")["downgradedFrom"].string == "HomeWidgetMap")
                #expect(home["experiments"].array.map { $0["arm"].string } == ["map"])
                let token = try #require(home.widget("map-first").items.first?["tracking"].string)
                let printed = try hearth("tracking", token)
                #expect(
                    printed.text.contains(
                        "widget   map-first\narm      map of map-first\nrank     0\nsource   nearby\n"
                    )
                )
            }
        }

        @Test func `names no id twice, and stacks its widgets without a gap or an overlap`() throws {
            try withFixtureServer { server in
                for target in [Self.homes, Self.style] {
                    let home = try server.home(target)
                    let ids = home.widgets.compactMap(\.id) + home.widgets.flatMap(\.itemIDs)
                    #expect(Set(ids).count == ids.count)
                    var bottom = 0.0
                    for widget in home.widgets {
                        let y = try #require(widget["position"]["items"].double)
                        #expect(y >= bottom, "\(widget.id ?? "")")
                        bottom = y + (try #require(widget["metrics"]["height"].double))
                    }
                    #expect(try #require(home["contentHeight"].double) >= bottom - 0.001)
                }
            }
        }

        @Test func `is available widget by widget, each with its own revision`() throws {
            try withFixtureServer { server in
                let whole = try server.home(Self.homes)
                let query = Self.homes.dropFirst("/home".count)
                for widget in whole.widgets {
                    let id = try #require(widget.id)
                    let alone = try server.home("/home/widgets/\(id)\(query)")
                    #expect(alone.id == id)
                    #expect(alone["state"].string == widget["state"].string)
                    #expect(alone["revision"].string == widget["revision"].string)
                    // A single widget is not deduplicated against the others.
                    #expect(alone.items.count == widget.items.count)
                }
            }
        }

        @Test func `has the same bytes again, from a second process and from the command line`() throws {
            try withFolder { folder in
                let stores = [
                    try FixtureStore.copy(into: folder, as: "a.store"),
                    try FixtureStore.copy(into: folder, as: "b.store"),
                ]
                try withServer(on: stores[0], in: folder) { first in
                    try withServer(on: stores[1], "--threads", "1", in: folder) { second in
                        for server in [first, second] {
                            let search = #"{"market":"toledo","bedrooms":{"min":3},"price":{"max":9000000}}"#
                            #expect(try server.request("POST", "/users/u1/searches", body: search).status == 204)
                            let opened = #"{"items":["product:s1001","product:s1002"]}"#
                            #expect(try server.request("POST", "/users/u1/opened", body: opened).status == 200)
                        }
                        for target in [
                            Self.homes, Self.style, "/home?width=411.429&scale=2.625&textScale=1.3", Self.old,
                        ] {
                            let answer = try first.get(target)
                            #expect(answer.status == 200)
                            let tag = try #require(answer.fields["etag"])
                            #expect(
                                try answer.json["revision"].string == tag.trimmingPrefix("\"").prefix(16).description
                            )
                            #expect(try first.get(target).body == answer.body)
                            #expect(try second.get(target).body == answer.body)
                            #expect(try second.get(target).fields["etag"] == tag)
                            let printed = try hearth(
                                ["home", "--store", stores[0]] + Self.flags(target)
                            )
                            #expect(printed.status == 0)
                            #expect(Array(printed.output) == answer.body + "\n".utf8)
                        }
                    }
                }
            }
        }

        /// The flags of `hearth home` that correspond to the target.
        private static func flags(_ target: String) -> [String] {
            target.split(separator: "?")[1].split(separator: "&").flatMap { parameter in
                let parts = parameter.split(separator: "=").map(String.init)
                let flag = ["textScale": "text-scale", "appVersion": "app-version"][parts[0]] ?? parts[0]
                return ["--\(flag)", parts[1]]
            }
        }
    }
}
