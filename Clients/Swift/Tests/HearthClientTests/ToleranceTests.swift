import Foundation
import Testing

@testable import HearthClient

@Suite struct `A document of a newer server` {
    private static func document() throws -> JSONObject { try Vectors.document("frames-list-ltr") }

    @Test func `is read without the members that the client does not know`() throws {
        var document = try Self.document()
        let known = try document.decoded(Home.self)
        document["moods"] = ["calm": [1, 2]]
        document.widgets[0]["mood"] = "calm"
        document.widgets[0].items[0]["mood"] = ["calm": true]
        #expect(try document.decoded(Home.self) == known)
    }

    @Test func `is read with kinds, states, layouts and reasons that the client does not know`() throws {
        var document = try Self.document()
        document.widgets[0]["state"] = "resting"
        document.widgets[0]["layout"] = "HomeWidgetHologram"
        document.widgets[0].items[0]["kind"] = "hologram"
        document.widgets[0].items[0]["reason"] = ["kind": "dreamt", "text": "Because you dreamt of it"]
        document.widgets[0].items[0]["attributes"] = ["depth": 3, "rooms": [1, 2], "shiny": true, "name": "x"]
        let page = Page(try document.decoded(Home.self))
        let widget = try #require(page["list"])
        #expect(widget.state == "resting" && widget.layout == "HomeWidgetHologram" && widget.items.count == 4)
        let item = widget.items[0]
        #expect(item.kind == "hologram" && item.reason?.kind == "dreamt" && item.caption.map(\.text) == ["a"])
        #expect(item.attributes == ["depth": .number(3), "shiny": .flag(true), "name": .text("x")])
        #expect(page.frames() == Page(try Self.document().decoded(Home.self)).frames())
    }

    @Test func `is read with geometry that the client does not know`() throws {
        var document = try Self.document()
        var metrics = try #require(document.widgets[0]["metrics"] as? [String: Any])
        (metrics["scroll"], metrics["itemOrder"]) = ("spiral", "diagonal")
        document.widgets[0]["metrics"] = metrics
        document["direction"] = "ttb"
        let home = try document.decoded(Home.self)
        #expect(home.direction == .leftToRight && home.homeWidgets[0].metrics.scroll == .vertical)
        #expect(Page(home).frames() == Page(try Self.document().decoded(Home.self)).frames())
    }

    @Test(arguments: ["list", "grid", "carousel", "map"])
    func `is read without geometry that has a default`(layout: String) throws {
        var document = try Vectors.document("frames-\(layout)-ltr")
        let frames = Page(try document.decoded(Home.self)).frames()
        for index in document.widgets.indices {
            var metrics = try #require(document.widgets[index]["metrics"] as? [String: Any])
            if metrics["scroll"] as? String == "vertical" { metrics["scroll"] = nil }
            metrics["itemOrder"] = nil
            document.widgets[index]["metrics"] = metrics
        }
        document["direction"] = nil
        #expect(try Page(document.decoded(Home.self)).frames() == frames)
    }

    @Test func `loses only the items and widgets that cannot be read`() throws {
        var document = try Self.document()
        document.widgets[0].items[1]["title"] = nil
        document.widgets[0].items[2]["latitude"] = "north"
        document.widgets.append(["id": "broken"].object)
        document["homeWidgets"] = (document["homeWidgets"] as? [Any] ?? []) + [17, NSNull(), "text"]
        document["segments"] = [["id": 1], ["id": "a", "title": "A", "active": true]]
        document["textStyles"] = ["body": ["size": 15, "lineHeight": 20, "weight": 400], "odd": "bold"]
        let home = try document.decoded(Home.self)
        #expect(home.homeWidgets.map(\.id) == ["list", "second"])
        #expect(home.homeWidgets[0].items.map(\.id) == ["a", "d"])
        #expect(home.segments.map(\.id) == ["a"] && home.textStyles.keys.sorted() == ["body"])
    }

    @Test func `is read without members that it may leave out`() throws {
        var document = try Self.document()
        for member in ["segments", "experiments", "palette", "textStyles", "shown"] { document[member] = nil }
        document.widgets[1]["items"] = nil
        let home = try document.decoded(Home.self)
        #expect(home.segments.isEmpty && home.shown == nil && home.homeWidgets.count == 2)
        #expect(home.homeWidgets[1].items.isEmpty)
    }

    @Test func `has all members of an item`() throws {
        let money = #"{"amount": 4300000, "currency": "USD", "formatted": "$43,000"}"#
        let text = """
            {"id": "listing:1", "kind": "listing", "title": "House", "caption": [{"text": "$43,000", "former": "$45,000"}],
             "note": "360 m", "href": "/listings/1", "accessibilityLabel": "House", "accessibilityValue": "New",
             "revision": "r", "tracking": "t", "dismissible": true, "placeholder": "#c8b9a6",
             "images": [{"url": "a.jpg", "width": 429, "height": 322, "srcset": [{"url": "b.jpg", "width": 9, "height": 6}]}],
             "brand": {"id": "b", "name": "B"}, "price": \(money), "previousPrice": \(money), "category": "c",
             "address": "1 Main St", "latitude": 41.5, "longitude": -83.5, "market": "toledo", "listedAt": "2026-11-22",
             "attributes": {"bedrooms": 3, "pool": false, "type": "house", "fee": \(money)}, "isNew": true,
             "distance": {"meters": 355, "text": "360 m"}, "match": "fits",
             "reason": {"kind": "opened_together", "text": "Because", "item": "listing:2"},
             "priceDrop": {"from": \(money), "to": \(money), "percent": 5, "seen": true, "text": "5% less"},
             "backInStock": true, "newSinceLastVisit": true, "saved": true,
             "error": {"code": "source_timeout", "message": "m", "retryAfter": 5}, "retry": {"href": "/again"}}
            """
        let item = try JSONDecoder().decode(Item.self, from: Data(text.utf8))
        let price = Money(amount: 4_300_000, currency: "USD", formatted: "$43,000")
        #expect(item.caption == [CaptionLine(text: "$43,000", former: "$45,000")] && item.price == price)
        #expect(item.attributes["fee"] == .money(price) && item.attributes["pool"] == .flag(false))
        #expect(item.images[0].srcset.map(\.url) == ["b.jpg"] && item.priceDrop?.percent == 5)
        #expect(item.error?.retryAfter == 5 && item.retry?.href == "/again" && item.distance?.meters == 355)
        #expect(item.isNew == true && item.saved == true && item.backInStock == true && item.newSinceLastVisit == true)
    }
}
