import Foundation
import HTTPTestClient
import Testing

extension `The preview` {
    /// Guards what a user can do with items and widgets in the preview: open, save, dismiss, and undo.
    @Suite struct `A home of the user's own history` {
        private static let enter = "\u{E007}"
        private static let escape = "\u{E00C}"
        private static let down = "\u{E015}"
        /// When the user was there before: three days ago.
        private static let before = Date(timeIntervalSinceNow: -3 * 86_400).ISO8601Format()

        /// The widgets of the user's history.
        private static let sources = ["priceDrops", "backInStock", "unseen", "saved", "recentlyViewed"]

        private static func config(_ fixture: String) -> String {
            let widgets = sources.map { kind in
                """
                {
                    "id": "\(kind)", "title": "\(kind)", "layout": "HomeWidgetProductL", "limit": 12,
                    "dismissItems": true, "dismissFor": "7d", "source": { "kind": "\(kind)", "of": "product" }
                }
                """
            }
            let banner = """
                {
                    "id": "campaign", "layout": "HomeWidgetBanner",
                    "source": { "kind": "banners", "items": [{ "id": "sale", "title": "Sale", "href": "/sale" }] }
                }
                """
            return """
                {
                    "title": "Hearth",
                    "marks": { "saved": true, "newSinceLastVisit": true, "priceDrop": "14d", "backInStock": "14d" },
                    "segments": [
                        { "id": "shop", "title": "Shop", "widgets": [\((widgets + [banner]).joined(separator: ","))] }
                    ]
                }
                """
        }

        /// Imports items of the fixtures again, the first for $45 instead of $60, and new ones that are listed today.
        private static func importChanges(isInStock: Bool, _ preview: Preview) throws {
            let fields = """
                "status": { "column": "stock", "table": { "yes": "active", "no": "outOfStock" } },
                "listedAt": { "column": "listed", "date": "yyyy-MM-dd" }, "title":
                """
            let mapping = try Fixtures.text(of: Fixtures.shopMapping).replacing(#""title":"#, with: fields)
            let today = Date().ISO8601Format().prefix(10)
            let rows = [
                "id,title,brand,category,price,stock,listed,image,collections",
                "s1001,Oxford Shirt,Atelier,shirts,$45.00,yes,,,",
                "s1002,Wide-Leg Trousers,Atelier,trousers,$315.00,\(isInStock ? "yes" : "no"),,,",
                "n1,Linen Shirt,Atelier,shirts,$80.00,yes,\(today),,",
                "n2,Silk Scarf,Atelier,accessories,$90.00,yes,\(today),,",
            ]
            let file = try preview.folder.write(rows.joined(separator: "\n"), to: "changed.csv")
            let path = try preview.folder.write(mapping, to: "changed.json")
            try importItems(from: file, by: path, into: preview.store, in: preview.folder)
        }

        /// Runs `body` with the page of a user for whom a price fell and an item is back.
        private static func withHistory(_ test: (Preview) throws -> Void) throws {
            try withPreview(config: config) { preview in
                let events = [
                    ("opened", "s1001"), ("opened", "s1002"), ("opened", "s1007"), ("saved", "s1001"),
                    ("saved", "s1004"),
                ].map {
                    #"{"type": "\#($0)", "item": "product:\#($1)", "at": "\#(before)"}"#
                }
                let body = #"{"events": [\#(events.joined(separator: ","))]}"#
                let answer = try preview.server.request("POST", "/users/u1/events", body: body)
                #expect(try answer.json["accepted"].int == 5)
                for isInStock in [false, true] { try importChanges(isInStock: isInStock, preview) }
                try Child.wait("the widgets") {
                    let home = try preview.server.home("/home?width=390&scale=3&user=u1")
                    return Set(sources).isSubset(of: home.widgets.compactMap(\.id)) ? () : nil
                }
                try preview.open("devices=iphone&user=u1")
                try test(preview)
            }
        }

        private static func widget(_ id: String) -> String { "document.querySelector('[data-widget=\(id)]')" }

        /// The ids of the items in a widget, on the page.
        private static func items(of id: String, _ preview: Preview) throws -> [String] {
            let items = "[...(\(widget(id))?.querySelectorAll('.item') ?? [])]"
            return try preview.value("\(items).map((item) => item.dataset.item)").array.compactMap(\.string)
        }

        /// Clicks on an element with the right button, and returns the titles of the menu.
        private static func openMenu(on element: String, _ preview: Preview) throws -> [String] {
            let box = try preview.browser.run(
                """
                \(element).scrollIntoView({ block: "center", inline: "center" });
                const { x, y, width, height } = \(element).getBoundingClientRect();
                return { x: x + Math.min(width, 60) / 2, y: y + height / 2 };
                """
            )
            try preview.browser.click(.right, x: #require(box["x"].double), y: #require(box["y"].double))
            try preview.wait("the menu", until: "document.querySelector('.menu:popover-open') !== null")
            return try preview.value("[...document.querySelectorAll('.menu button')].map((each) => each.textContent)")
                .array.compactMap(\.string)
        }

        /// Chooses the entry at `index` of the open menu with the keyboard, and waits for its effect.
        private static func choose(_ index: Int, _ expected: String, _ preview: Preview) throws {
            try preview.browser.press(String(repeating: down, count: index) + enter)
            try preview.wait(
                "the message",
                until: "document.querySelector('.toast').textContent.includes('\(expected)')"
            )
            #expect(try preview.value("document.querySelector('.menu:popover-open')").isMissing)
        }

        private static func undo(_ expected: String, _ preview: Preview) throws {
            try preview.browser.run("document.querySelector('.toast button').click()")
            try preview.wait(
                "the message",
                until: "document.querySelector('.toast').textContent.includes('\(expected)')"
            )
            #expect(try preview.value("document.querySelector('.toast button')").isMissing)
        }

        @Test func `is dismissed, undone and opened item by item`() throws {
            try Self.withHistory { preview in
                for source in Self.sources { try Self.dismissAndOpen(source, preview) }
            }
        }

        private static func dismissAndOpen(_ source: String, _ preview: Preview) throws {
            let before = try Self.items(of: source, preview)
            let id = try #require(before.first)
            let first = "\(Self.widget(source)).querySelector('.item')"
            let titles = try Self.openMenu(on: first, preview)
            let saved = try preview.value("\(first).ariaDescription").string?.contains("Saved") == true
            #expect(titles == [saved ? "Remove from saved" : "Save", "Not interested", "Hide \(source) for now"])
            try Self.choose(1, "was dismissed", preview)
            for source in Self.sources { #expect(try !Self.items(of: source, preview).contains(id)) }
            let kept = try preview.server.get("/users/u1").json
            #expect(kept["dismissed"].array.map(\.string) == [id])
            try Self.undo("is back", preview)
            #expect(try Self.items(of: source, preview) == before)
            #expect(try preview.server.get("/users/u1").json["dismissed"].array.isEmpty)
            try preview.browser.run("\(first).click()")
            try preview.wait(
                "the status",
                until: "document.querySelector('#status').textContent.includes('was opened by u1')"
            )
            #expect(try preview.server.get("/users/u1").json["opened"].array.first?.string == id)
            #expect(try Self.sources.flatMap { try Self.items(of: $0, preview) }.contains(id))
        }

        @Test func `shows what has changed since, and is saved and removed`() throws {
            try Self.withHistory { preview in
                func signs(_ source: String, _ id: String) throws -> [String] {
                    let item = "\(Self.widget(source)).querySelector('[data-item=\"product:\(id)\"]')"
                    return try preview.value(
                        "[...\(item).querySelectorAll('.signs span')].map((each) => each.textContent)"
                    )
                    .array.compactMap(\.string)
                }
                #expect(try signs("priceDrops", "s1001") == ["−25%", "♥"])
                #expect(try signs("backInStock", "s1002") == ["↻"])
                let price = "\(Self.widget("priceDrops")).querySelector('.caption .first').textContent"
                #expect(try preview.value(price).string == "$45")
                let first = "\(Self.widget("unseen")).querySelector('.item')"
                let id = try #require(try preview.value("\(first).dataset.item").string)
                #expect(try preview.value("\(first).querySelector('.signs').textContent").string == "✦")
                #expect(try Self.openMenu(on: first, preview).first == "Save")
                try Self.choose(0, "was saved", preview)
                #expect(try preview.server.get("/users/u1").json["saved"].array.first?.string == id)
                #expect(try preview.value("\(first).querySelector('.signs').textContent").string == "✦♥")
                #expect(try preview.value("\(first).ariaDescription").string?.contains("Saved") == true)
                try Self.undo("was removed", preview)
                #expect(try preview.value("\(first).querySelector('.signs').textContent").string == "✦")
                let saved = try Self.items(of: "saved", preview)
                let item = "\(Self.widget("saved")).querySelector('.item')"
                #expect(try Self.openMenu(on: item, preview).first == "Remove from saved")
                try Self.choose(0, "was removed", preview)
                // The message said the same of the item before.
                try preview.wait(
                    "the item to go",
                    until: "(\(Self.widget("saved"))?.querySelectorAll('.item').length ?? 0) < \(saved.count)"
                )
                #expect(try Self.items(of: "saved", preview) == Array(saved.dropFirst()))
                try Self.undo("was saved", preview)
                #expect(try Self.items(of: "saved", preview) == saved)
            }
        }

        @Test func `is hidden widget by widget for a time, and comes back`() throws {
            try Self.withHistory { preview in
                let header = "\(Self.widget("unseen")).querySelector('.header')"
                #expect(try Self.openMenu(on: header, preview) == ["Hide unseen for now"])
                try preview.browser.press(Self.escape)
                try preview.wait("no menu", until: "document.querySelector('.menu:popover-open') === null")
                #expect(try Self.openMenu(on: header, preview) == ["Hide unseen for now"])
                try Self.choose(0, "was dismissed", preview)
                #expect(try preview.value("\(Self.widget("unseen")) === null").bool == true)
                #expect(try preview.server.get("/users/u1").json["dismissedWidgets"].array.count == 1)
                try Self.undo("is back", preview)
                #expect(try !Self.items(of: "unseen", preview).isEmpty)
            }
        }

        @Test func `counts banners that are opened, and says where they lead`() throws {
            try Self.withHistory { preview in
                try preview.browser.run("\(Self.widget("campaign")).querySelector('.item').click()")
                try preview.wait(
                    "the status",
                    until:
                        "document.querySelector('#status').textContent.includes('was opened by u1. It leads to /sale')"
                )
                #expect(try preview.server.get("/users/u1").json["opened"].array.last?.string == "banner:sale")
            }
        }
    }
}
