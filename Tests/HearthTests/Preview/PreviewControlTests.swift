import Foundation
import HTTPTestClient
import Testing

extension `The preview` {
    @Suite struct `A control of the page` {
        @Test(arguments: ["homes", "style"])
        func `loads more of each widget, again and again, and shows no item twice`(segment: String) throws {
            try withPreview { preview in
                #expect(try preview.server.request("POST", "/users/u8/searches", body: "{}").status == 204)
                try preview.open("devices=iphone&user=u8&lat=41.65&lon=-83.54&segment=\(segment)")
                try preview.browser.run(
                    """
                    window.all = (selector) => [...document.querySelectorAll(selector)];
                    window.ids = (part) => all(`${part} :is(.item, .pin)`).map((item) => item.dataset.item);
                    window.inClusters = (part) => all(`${part} .cluster`).reduce((sum, { textContent }) => sum + Number(textContent), 0);
                    window.count = (part) => ids(part).length + inClusters(part);
                    window.paged = [...document.querySelectorAll(".widget:has(.more)")].map((widget) => widget.dataset.widget);
                    """
                )
                let widgets = try preview.value("paged").array.compactMap(\.string)
                #expect(widgets.count > 1)
                for _ in 1...6 {
                    for widget in widgets {
                        let part = "[data-widget='\(widget)']"
                        try preview.browser.run("window.before = count(\"\(part)\")")
                        try preview.browser.run("document.querySelector(\"\(part) .more\")?.click()")
                        let done = "!document.querySelector(\"\(part) .more\") || count(\"\(part)\") > before"
                        try preview.wait("another page of \(widget)", until: done)
                    }
                }
                #expect(try preview.value("count('')").int ?? 0 > 60)
                #expect(try preview.value("ids('').length - new Set(ids('')).size").int == 0)
            }
        }

        @Test func `changes the user and the segment`() throws {
            try withPreview { preview in
                let search = #"{"market": "toledo"}"#
                #expect(try preview.server.request("POST", "/users/u2/searches", body: search).status == 204)
                try preview.open("devices=iphone&user=u1")
                let state = "document.querySelector('[data-widget=last-search]').dataset.state"
                #expect(try preview.value(state).string == "empty")
                try preview.set("user", to: "u2")
                try preview.wait("another user's home", until: "\(state) === 'loaded'")
                #expect(
                    try preview.value("document.querySelectorAll('[data-widget=last-search] .new').length > 0").bool
                        == true
                )
                try preview.browser.run("document.querySelector('.tabs button:not([aria-current])').click()")
                try preview.wait("the other segment", until: "document.querySelector('[data-widget=brands]') !== null")
                let tabs = "[...document.querySelectorAll('.tabs button')]"
                #expect(try preview.value("\(tabs).findIndex((tab) => tab.ariaCurrent === 'page')").int == 1)
                // An invalid value is not sent to the server.
                try preview.set("user", to: "a/b")
                try preview.wait("the error", until: "document.querySelector('#status.error') !== null")
            }
        }

        @Test func `moves the phone to a click on the map, or with the keyboard`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&\("lat=41.66&lon=-83.57")")
                let box = try preview.value("document.querySelector('.place-map').getBoundingClientRect()")
                let (x, y) = (try #require(box["x"].double), try #require(box["y"].double))
                let form = "document.querySelector('#controls')"
                func place() throws -> (lat: Double, lon: Double) {
                    let (lat, lon) = (try preview.value("\(form).lat.value"), try preview.value("\(form).lon.value"))
                    return (try #require(Double(lat.string ?? "")), try #require(Double(lon.string ?? "")))
                }
                func waitForHome() throws {
                    let (lat, lon) = try place()
                    try Child.wait("a home at \(lat), \(lon)") {
                        let href = try preview.document()["segments"].array.compactMap { $0["href"].string }.first ?? ""
                        return href.contains("lat=\(lat)") && href.contains("lon=\(lon)") ? () : nil
                    }
                }
                // A degree is 900 points long at first, and the phone is in the middle.
                try preview.browser.click(x: x + 128 + 45, y: y + 80 - 18)
                try preview.wait("another place", until: "\(form).lat.value !== '41.66'")
                var chosen = try place()
                #expect(
                    abs(chosen.lat - 41.68) < 0.002 && abs(chosen.lon + 83.57 - 0.05 / cos(41.66 * .pi / 180)) < 0.002
                )
                try waitForHome()
                try preview.browser.run("document.querySelector('.place-map').focus()")
                // Down, right, zoom in, and enter.
                try preview.browser.press("\u{E015}\u{E014}+\u{E007}")
                try preview.wait("a third place", until: "Number(\(form).lat.value) < 41.66")
                chosen = try place()
                #expect(
                    abs(chosen.lat - (41.66 - 32.0 / 900)) < 0.001 && abs(chosen.lon - (-83.57 + 32.0 / 900)) < 0.001
                )
                try waitForHome()
            }
        }

        @Test func `enlarges text and its frames`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&zoom=100")
                func sizes() throws -> (font: Double, header: Double) {
                    let font = "parseFloat(getComputedStyle(document.querySelector('.caption > *')).fontSize)"
                    let header = try PreviewFrame(
                        preview.frames()["widgets"].array.compactMap { $0["header"] }.first { !$0.isMissing }!
                    )
                    return (try #require(preview.value(font).double), header.height)
                }
                let before = try sizes()
                try preview.set("textScale", to: "1.9")
                try preview.wait(
                    "large text",
                    until: "document.querySelector('#view').textContent.includes('\"textScale\": 1.9')"
                )
                let after = try sizes()
                #expect(abs(after.font - before.font * 1.9) < 0.01 && after.header > before.header * 1.3)
                let home = try preview.server.home(
                    "/home?width=393&scale=3&platform=ios&user=preview&textScale=1.9&locale=en-US"
                )
                for (widget, drawn) in zip(home.widgets, try preview.frames()["widgets"].array) {
                    guard let item = drawn.items.first, drawn["area"].isMissing else { continue }
                    #expect(
                        try PreviewFrame(item["frame"]).isClose(
                            to: PreviewFrame(of: 0, in: widget),
                            scale: 3
                        )
                    )
                }
            }
        }

        @Test func `mirrors the page for a right-to-left language`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&zoom=100&segment=style")
                // The segments, the items of a carousel, and the text of a header: left to right, then right to left.
                let order = """
                    (() => {
                      const left = (element) => element.getBoundingClientRect().left;
                      const pairs = [".tabs button", "[data-widget=new-in] .item"].map((each) => document.querySelectorAll(each));
                      return pairs.every(([first, second]) => left(first) < left(second));
                    })()
                    """
                #expect(try preview.value(order).bool == true)
                try preview.set("locale", to: "ar")
                try preview.wait("the mirrored page", until: "document.querySelector('.body').dir === 'rtl'")
                #expect(try preview.value("document.querySelector('.body').lang").string == "ar")
                #expect(try preview.value(order).bool == false)
                let start = "getComputedStyle(document.querySelector('.header')).direction"
                #expect(try preview.value(start).string == "rtl")
                // The page around the phone keeps its own direction.
                #expect(try preview.value("getComputedStyle(document.body).direction").string == "ltr")
            }
        }

        @Test func `switches to dark mode`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone")
                func colours() throws -> [String] {
                    try preview.browser.run(
                        """
                        const style = (each) => getComputedStyle(document.querySelector(each));
                        return [
                          style("body").backgroundColor, style("body").color, style(".phone .body").backgroundColor,
                          style("#panel").backgroundColor, style(".image").backgroundImage, style("body").colorScheme,
                        ];
                        """
                    ).array.compactMap(\.string)
                }
                let light = try colours()
                try preview.browser.run("document.querySelector('[name=dark]').click()")
                try preview.wait("dark mode", until: "document.body.classList.contains('dark')")
                let dark = try colours()
                #expect(light.count == 6 && zip(light, dark).allSatisfy { $0 != $1 })
            }
        }

        @Test func `removes a layout from the phone's list, and its widgets get another one or disappear`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&lat=41.66&lon=-83.57")
                let map = "document.querySelector('[data-widget=nearby]')"
                #expect(try preview.value("\(map).dataset.layout").string == "HomeWidgetMap")
                func toggle(_ layout: String) throws {
                    try preview.browser.run("document.querySelector('[name=layout][value=\(layout)]').click()")
                }
                try toggle("HomeWidgetMap")
                try preview.wait("the fallback", until: "\(map).dataset.layout === 'HomeWidgetFullWidth'")
                #expect(try preview.value("\(map).querySelectorAll('.pin').length").int == 0)
                #expect(try preview.value("\(map).querySelectorAll('.item').length").int == 20)
                #expect(try preview.document().widget("nearby")["downgradedFrom"].string == "HomeWidgetMap")
                try toggle("HomeWidgetBanner")
                try preview.wait("no banner", until: "document.querySelector('[data-widget=spotlight]') === null")
                try toggle("HomeWidgetMap")
                try preview.wait("the map", until: "\(map).querySelectorAll('.pin').length > 3")
            }
        }

        @Test func `sets a token if the server requires one; nothing is requested without it`() throws {
            try withFolder { folder in
                let secret = try folder.write(Token.secret, to: "secret.key")
                let auth = #""auth": {"kind": "jwt", "secret": "\#(secret)"}"#
                try withPreview(config: { $0.adding(auth) }) { preview in
                    let status = "document.querySelector('#status').textContent"
                    try preview.browser.open("http://127.0.0.1:\(preview.server.port)/preview?devices=iphone&user=u1")
                    try preview.wait("the missing token", until: "\(status).includes('asks for a token')")
                    try preview.set("token", to: Token(for: "u1").text)
                    try preview.wait("the home", until: "document.querySelector('.phone[data-revision]') !== null")
                }
            }
        }

        @Test func `shows the bytes transferred with and without compression`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone")
                try preview.browser.run("document.querySelector('#tab-timing').click()")
                func bytes(_ coding: String) throws -> (sent: Int, whole: Int) {
                    try Child.wait("the size as \(coding)") {
                        let said = try preview.value("document.querySelector('#view').textContent").string ?? ""
                        let found = said.firstMatch(of: /([\d,]+) bytes on the wire \((\w+)\), ([\d,]+) bytes of JSON/)
                        guard let found, found.2 == coding else { return nil }
                        let numbers = [found.1, found.3].compactMap { Int($0.filter(\.isNumber)) }
                        return (numbers[0], numbers[1])
                    }
                }
                let gzipped = try bytes("gzip")
                #expect(gzipped.sent > 1000 && gzipped.sent * 3 < gzipped.whole)
                try preview.browser.run("document.querySelector('[name=compressed]').click()")
                let plain = try bytes("identity")
                #expect(plain.sent == plain.whole && plain.whole == gzipped.whole)
            }
        }
    }
}
