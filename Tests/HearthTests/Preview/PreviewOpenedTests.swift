import Foundation
import HTTPTestClient
import Testing

extension `The preview` {
    @Suite struct `An item that is tapped` {
        private static let enter = "\u{E007}"

        @Test
        func `is recorded, and only changed items move; focus and scroll position stay`()
            throws
        {
            try withPreview { preview in
                let search = #"{"market": "toledo"}"#
                #expect(try preview.server.request("POST", "/users/u9/searches", body: search).status == 204)
                try preview.open("devices=se,max&user=u9")
                let widget = "document.querySelector('[data-device=se] [data-widget=last-search]')"
                let items = "[...\(widget).querySelectorAll('.item')]"
                try preview.browser.run("\(widget).querySelector('.more').focus()")
                try preview.browser.press(Self.enter)
                try preview.wait("another page", until: "\(items).length === 20")
                // After loading more, the focus is on the first new item.
                #expect(try preview.value("document.activeElement === \(items)[10]").bool == true)
                #expect(try preview.value("document.activeElement.querySelector('.new') !== null").bool == true)
                let scrolled = "\(widget).querySelector('.strip').scrollLeft"
                try preview.browser.run(
                    """
                    window.all = () => [...document.querySelectorAll(".item, .pin, .widget")];
                    window.key = (each) => [".phone", ".widget", ".item, .pin"].map((part) => each.closest(part))
                      .map((part) => JSON.stringify({ ...part?.dataset, revision: "" })).join();
                    window.kept = new Map(all().map((each) => [key(each), each]));
                    window.tapped = document.activeElement;
                    window.looks = new Map(\(items).map((item) => [item.dataset.item, item.innerHTML]));
                    window.scrolled = \(scrolled);
                    """
                )
                try preview.browser.press(Self.enter)
                try preview.wait(
                    "the status",
                    until: "document.querySelector('#status').textContent.includes('was opened by u9')"
                )
                #expect(try preview.value("tapped.querySelector('.new')").isMissing)
                // Unchanged elements are kept, not created again.
                #expect(try preview.value("all().filter((each) => kept.get(key(each)) === each).length").int ?? 0 > 20)
                #expect(try preview.value("all().every((each) => (kept.get(key(each)) ?? each) === each)").bool == true)
                #expect(try preview.value("document.activeElement === tapped").bool == true)
                #expect(try preview.value("scrolled > 1000 && \(scrolled) === scrolled").bool == true)
                // Other recommendations may move an item to the second page; the rest looks as before.
                let stayed = "\(items).filter((item) => looks.has(item.dataset.item))"
                #expect(try preview.value("\(stayed).length > 15").bool == true)
                let changed = "\(stayed).filter((item) => looks.get(item.dataset.item) !== item.innerHTML)"
                #expect(try preview.value("\(changed).map((item) => item === tapped)").array.map(\.bool) == [true])
                let id = try #require(preview.value("tapped.dataset.item").string)
                let part = try #require(preview.value("document.querySelector('#view mark').textContent").string)
                #expect(try JSON(parsing: Data(part.utf8)).id == id)
                // It is no longer new for this user in other clients, too.
                let home = try preview.server.home("/home/widgets/last-search?width=375&user=u9")
                let more = try preview.server.home(home["loadMore"]["href"].string ?? "")
                let item = try #require((home.items + more.items).first { $0.id == id })
                #expect(item["isNew"].bool != true)
            }
        }

        @Test func `passes the focus to the item that replaces it`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&user=u9")
                let first = "document.querySelector('[data-widget=recommendations] .item')"
                try preview.browser.run("window.tapped = \(first); tapped.focus()")
                try preview.browser.press(Self.enter)
                try preview.wait(
                    "the status",
                    until: "document.querySelector('#status').textContent.includes('was opened by u9')"
                )
                // Opened items are not recommended.
                #expect(try preview.value("tapped.isConnected").bool == false)
                #expect(try preview.value("document.activeElement === \(first)").bool == true)
            }
        }

        @Test func `keeps the focus on a map, and so does a segment`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&user=u9&lat=41.66&lon=-83.57")
                try preview.browser.run("window.pin = document.querySelector('.pin'); pin.focus()")
                try preview.browser.press(Self.enter)
                try preview.wait(
                    "the status",
                    until: "document.querySelector('#status').textContent.includes('was opened by u9')"
                )
                #expect(try preview.value("document.activeElement === pin && pin.isConnected").bool == true)
                try preview.browser.run("document.querySelectorAll('.tabs button')[1].focus()")
                try preview.browser.press(Self.enter)
                try preview.wait("the segment", until: "document.querySelector('[data-widget=brands]') !== null")
                #expect(
                    try preview.value("document.activeElement === document.querySelectorAll('.tabs button')[1]").bool
                        == true
                )
                #expect(try preview.value("document.activeElement.ariaCurrent").string == "page")
            }
        }

        @Test func `adds more of a grid below, and moves nothing above it`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&segment=style")
                let grid = "document.querySelector('[data-widget=accessories]')"
                let before = try preview.frames()
                try preview.browser.run("\(grid).querySelector('.more').click()")
                try preview.wait("more items", until: "\(grid).querySelectorAll('.item').length > 6")
                let after = try preview.frames()
                let height = try #require(after["height"].double)
                #expect(height > (try #require(before["height"].double)) + 100)
                for (after, before) in zip(after["widgets"].array, before["widgets"].array)
                where after.id != "accessories" {
                    #expect(after == before)
                }
                let last = try PreviewFrame(#require(after["widgets"].array.last?.items.last)["frame"])
                #expect(last.y + last.height <= height)
            }
        }
    }
}
