import Foundation
import HTTPTestClient
import Testing

extension `The program` {
    @Suite struct `Restaurants that the config declares` {
        private static let home = "/home?width=390&scale=3&user=u1&lat=41.65&lon=-83.54"

        struct Restaurant {
            let id: String
            let category: String
            let rating: Double?
            let delivery: Double?
            let isOpen: Bool
            let latitude, longitude: Double
            let opened: String

            static func all() throws -> [Restaurant] {
                try Fixtures.text(of: "\(Fixtures.restaurants)/restaurants.csv").split(separator: "\n").dropFirst().map
                { line in
                    let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                    return Restaurant(
                        id: "restaurant:\(fields[0])",
                        category: fields[2],
                        rating: Double(fields[3]),
                        delivery: Double(fields[4]),
                        isOpen: fields[9] == "yes",
                        latitude: try #require(Double(fields[6])),
                        longitude: try #require(Double(fields[7])),
                        opened: fields[8]
                    )
                }
            }
        }

        @Test func `are filtered by a category and a flag, and sorted by their rating`() throws {
            try withRestaurants { server in
                let wanted = try Restaurant.all().filter { $0.category == "pizza" && $0.isOpen && $0.rating != nil }
                    .sorted { one, other in
                        if one.rating != other.rating { return (one.rating ?? 0) > (other.rating ?? 0) }
                        return one.opened == other.opened ? one.id < other.id : one.opened > other.opened
                    }
                let widget = try server.home(Self.home).widget("best-pizza")
                #expect(widget.itemIDs == wanted.prefix(10).map(\.id))
                let first = try #require(widget.items.first)
                #expect(first["kind"].string == "restaurant")
                #expect(first["attributes"]["rating"].double == wanted[0].rating)
                #expect(first["href"].string == "/restaurant/\(wanted[0].id.split(separator: ":")[1])")
                #expect(first["caption"].array.count == 2)
                // The pages contain each restaurant once.
                var shown = widget.itemIDs
                var next = widget["loadMore"]["href"].string
                while let href = next {
                    let page = try server.home(href)
                    shown += page.itemIDs
                    next = page["loadMore"]["href"].string
                }
                #expect(shown == wanted.map(\.id))
            }
        }

        @Test func `are nearby, and a client filters and sorts them with the widget's chips`() throws {
            try withRestaurants { server in
                var widget = try server.home(Self.home).widget("around-you")
                #expect(widget["filters"].array.map { $0["id"].string } == ["top", "open"])
                #expect(widget["sorts"].array.map { $0["selected"].bool } == [false, false])
                for chip in [("filters", 0), ("filters", 1), ("sorts", 0)] {
                    let href = try #require(widget[chip.0].array[chip.1]["href"].string)
                    widget = try server.home(href)
                    #expect(widget[chip.0].array[chip.1]["selected"].bool == true)
                }
                let wanted = try Restaurant.all()
                    .filter { ($0.rating ?? 0) >= 4.5 && $0.isOpen && $0.delivery != nil }
                    .sorted { one, other in
                        if one.delivery != other.delivery { return (one.delivery ?? 0) < (other.delivery ?? 0) }
                        return one.opened == other.opened ? one.id < other.id : one.opened > other.opened
                    }
                #expect(widget.itemIDs == wanted.prefix(12).map(\.id))
                #expect(widget.items.allSatisfy { $0["distance"]["meters"].double != nil })
                // The same chips switch it all off again.
                for chip in [("sorts", 0), ("filters", 1), ("filters", 0)] {
                    widget = try server.home(try #require(widget[chip.0].array[chip.1]["href"].string))
                }
                #expect(widget["filters"].array.allSatisfy { $0["selected"].bool == false })
                let refused = try server.get("/home/widgets/around-you?width=390&lat=41.65&lon=-83.54&filter=cheap")
                #expect(refused.status == 400)
                #expect(try refused.json["error"]["parameter"].string == "filter")
            }
        }

        @Test func `are found by any attribute, recommended, similar and recently viewed`() throws {
            try withRestaurants { server in
                let search =
                    #"{"kind":"restaurant","category":"thai","rating":{"min":4},"open":true,"delivery":{"max":40}}"#
                #expect(try server.request("POST", "/users/u1/searches", body: search).status == 204)
                let opened = try Restaurant.all().first { $0.category == "thai" && $0.isOpen }
                let item = try #require(opened?.id)
                #expect(try server.request("POST", "/users/u1/opened", body: #"{"items":["\#(item)"]}"#).status == 200)
                let home = try server.home(Self.home)
                let recommended = home.widget("for-you")
                #expect(recommended["state"].string == "loaded")
                #expect(recommended.items.count == 8)
                #expect(recommended.items.first?["match"].string == "fits")
                #expect(recommended.items.allSatisfy { $0["kind"].string == "restaurant" })
                #expect(!recommended.itemIDs.contains(item))
                #expect(home.widget("like-this").items.count == 6)
                #expect(home.widget("seen").itemIDs == [item] || home.widgets.allSatisfy { $0.id != "seen" })
                let similar = try server.home("/home/widgets/like-this?width=390&item=restaurant:r100")
                #expect(similar.items.count == 6)
                #expect(!similar.itemIDs.contains("restaurant:r100"))
                let missing = try server.get("/home/widgets/like-this?width=390&item=restaurant:none")
                #expect(try missing.status == 404 && missing.json["error"]["code"].string == "unknown_item")
                let unknown = #"{"kind":"restaurant","stars":{"min":4}}"#
                #expect(try server.request("POST", "/users/u1/searches", body: unknown).status == 400)
            }
        }
    }
}
