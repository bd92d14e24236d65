import HTTPTestClient
import Testing

extension `The program` {
    @Suite struct `A user's home` {
        private static let home = "/home?width=390&scale=3&user=u1&lat=41.65&lon=-83.54"
        private static let search = #"{"market":"toledo","types":["house"],"price":{"min":5000000,"max":8000000}}"#

        struct Search: Sendable, CustomTestStringConvertible {
            let body: String
            let fits: @Sendable (FixtureListing) -> Bool
            var testDescription: String { body }
        }

        @Test(arguments: [
            Search(body: "{}") { _ in true },
            Search(body: search) { (5_000_000...8_000_000).contains($0.price) },
            Search(body: #"{"bedrooms":{"min":3,"max":4},"bathrooms":{"min":1.5},"price":{"max":6000000}}"#) {
                (3...4).contains($0.bedrooms) && $0.bathrooms >= 1.5 && $0.price <= 6_000_000
            },
            Search(body: #"{"area":{"min":150.5,"max":151.25}}"#) { (150.5...151.25).contains($0.area) },
            Search(body: #"{"place":{"lat":41.65,"lon":-83.54,"radius":1500},"price":{"min":2000000}}"#) {
                $0.distance(latitude: 41.65, longitude: -83.54) <= 1500 && $0.price >= 2_000_000
            },
            Search(body: #"{"place":{"lat":41.65,"lon":-83.54,"radius":20000},"bedrooms":{"min":6}}"#) {
                $0.distance(latitude: 41.65, longitude: -83.54) <= 20_000 && $0.bedrooms >= 6
            },
        ])
        func `shows exactly the newest listings that match the last search`(search: Search) throws {
            try withFixtureServer { server in
                let expected = try FixtureListing.newest(search.fits)
                try #require(!expected.isEmpty)
                #expect(try server.request("POST", "/users/u1/searches", body: search.body).status == 204)
                let widget = try server.home(Self.home).widget("last-search")
                #expect(widget["state"].string == "loaded")
                #expect(widget.itemIDs == Array(expected.prefix(10)))
                #expect(widget.items.allSatisfy { $0["isNew"].bool == true })
                #expect(widget["badge"]["count"].int == min(100, expected.count))
            }
        }

        @Test func `has the last of several searches, and does not change if it is repeated`() throws {
            try withFixtureServer { server in
                for body in ["{}", Self.search] {
                    #expect(try server.request("POST", "/users/u1/searches", body: body).status == 204)
                }
                let once = try server.get(Self.home)
                let expected = try FixtureListing.newest { (5_000_000...8_000_000).contains($0.price) }
                #expect(try once.json.widget("last-search").itemIDs == Array(expected.prefix(10)))
                #expect(try server.request("POST", "/users/u1/searches", body: Self.search).status == 204)
                #expect(try server.get(Self.home).body == once.body)
                #expect(
                    try server.home("/home?width=390&user=u2").widget("last-search")["state"].string == "empty",
                    "a search is its user's alone"
                )
            }
        }

        @Test func `marks a listing as opened, and keeps the widget's revision`() throws {
            try withFixtureServer { server in
                #expect(try server.request("POST", "/users/u1/searches", body: Self.search).status == 204)
                let before = try server.home(Self.home)
                let ids = before.widget("last-search").itemIDs
                try #require(ids.count == 10)
                let opened = #"{"items":["\#(ids[3])"]}"#
                #expect(try server.request("POST", "/users/u1/opened", body: opened).status == 200)

                let answer = try server.get(Self.home)
                let after = try answer.json
                let widget = after.widget("last-search")
                #expect(widget.itemIDs == ids)
                #expect(widget.items.map { $0["isNew"].bool == true } == ids.indices.map { $0 != 3 })
                #expect(widget["revision"].string == before.widget("last-search")["revision"].string)
                #expect(after["revision"].string != before["revision"].string)

                #expect(try server.request("POST", "/users/u1/opened", body: opened).status == 200)
                #expect(try server.get(Self.home).body == answer.body, "opening it twice changes nothing")
            }
        }

        @Test func `orders brands by opened items`() throws {
            try withFixtureServer { server in
                let target = "/home?width=390&segment=style&user=u1"
                let before = try server.home(target)
                let own = before.widget("brands").itemIDs
                let product = try #require(before.widget("everything").items.last)
                let opened = #"{"items":["\#(try #require(product.id))"]}"#
                #expect(try server.request("POST", "/users/u1/opened", body: opened).status == 200)
                let after = try server.home(target).widget("brands")
                #expect(after.itemIDs.count == 7)
                #expect(after.items[0]["title"].string == product["brand"]["name"].string)
                #expect(after.itemIDs != own)
            }
        }

        @Test func `notes the known ones of several opened items, and the answer names the others`() throws {
            try withFixtureServer { server in
                #expect(try server.request("POST", "/users/u1/searches", body: Self.search).status == 204)
                let before = try server.get(Self.home)
                let known = try #require(try before.json.widget("last-search").itemIDs.first)
                let opened = #"{"items":["product:no-such-thing","\#(known)","brand:no-such-brand"]}"#
                let answer = try server.request("POST", "/users/u1/opened", body: opened)
                #expect(answer.status == 200)
                #expect(try answer.json["accepted"].int == 1)
                let refused = try answer.json["refused"].array
                #expect(refused.map { $0["index"].int } == [0, 2])
                #expect(refused.allSatisfy { $0["code"].string == "unknown_item" })
                #expect(refused.first?["message"].string?.contains("product:no-such-thing") == true)
                #expect(refused.last?["message"].string?.contains("brand:no-such-brand") == true)
                let items = try server.home(Self.home).widget("last-search").items
                #expect(items.map { $0["isNew"].bool == true } == items.indices.map { $0 != 0 })
            }
        }

        @Test func `is that of an unknown user after the user was deleted`() throws {
            try withFixtureServer { server in
                let unknown = try server.get(Self.home)
                #expect(try unknown.json.widget("last-search").itemIDs == ["infoCard:no-search"])
                #expect(try server.request("POST", "/users/u1/searches", body: Self.search).status == 204)
                let known = try server.home(Self.home)
                let opened = #"{"items":["\#(known.widget("last-search").itemIDs[0])"]}"#
                #expect(try server.request("POST", "/users/u1/opened", body: opened).status == 200)
                for _ in 1...2 {
                    let answer = try server.request("DELETE", "/users/u1")
                    #expect(answer.status == 204)
                    #expect(answer.body.isEmpty)
                }
                // A model may have the opening until the server has learned again.
                try Child.wait("the home of an unknown user") {
                    try server.get(Self.home).body == unknown.body ? () : nil
                }
            }
        }
    }
}
