import Foundation
import HTTPTestClient
import Testing

/// What stands in the page: each item's frame as it is drawn, in points of its phone.
private let drawnFrames = """
    const zoom = Number(getComputedStyle(document.querySelector("#phones")).getPropertyValue("--zoom"));
    const phone = document.querySelector(".phone");
    const page = phone.querySelector(".page").getBoundingClientRect();
    const rtl = phone.querySelector(".page").dir === "rtl";
    const frame = (element, scrolled = 0) => {
      const box = element.getBoundingClientRect();
      const leading = rtl ? page.right - box.right : box.left - page.left;
      return { x: leading / zoom + scrolled, y: (box.top - page.top) / zoom, width: box.width / zoom, height: box.height / zoom };
    };
    return [...phone.querySelectorAll(".widget")].map((widget) => ({
      id: widget.dataset.widget,
      header: widget.querySelector(".header").hidden ? null : frame(widget.querySelector(".header")),
      area: widget.querySelector(".area") ? frame(widget.querySelector(".area")) : null,
      items: [...widget.querySelectorAll(".item")].map((item) => ({
        id: item.dataset.item,
        frame: frame(item),
        image: item.querySelector(".image") ? frame(item.querySelector(".image")) : null,
      })),
    }));
    """

private struct Frame {
    let x, y, width, height: Double

    init(_ json: JSON) throws {
        x = try #require(json["x"].double)
        y = try #require(json["y"].double)
        width = try #require(json["width"].double)
        height = try #require(json["height"].double)
    }

    init(x: Double, y: Double, _ size: JSON) throws {
        (self.x, self.y) = (x, y)
        width = try #require(size["width"].double)
        height = try #require(size["height"].double)
    }

    /// Whether both are the same to within half a pixel of a screen of this scale.
    func isLike(_ other: Frame, scale: Double) -> Bool {
        zip([x, y, width, height], [other.x, other.y, other.width, other.height]).allSatisfy {
            abs($0 - $1) <= 0.5 / scale
        }
    }
}

@Suite(.serialized, .enabled(if: Browser.isInstalled, "there is no chromedriver"), .timeLimit(.minutes(15)))
struct `The preview` {
    /// The frame that the metrics give to the item at `index`.
    private func expected(_ metrics: JSON, _ index: Int) throws -> Frame {
        func number(_ key: String) throws -> Double { try #require(metrics[key].double) }
        let isVertical = metrics["scroll"].string == "vertical"
        let rows = try #require(metrics["rows"].int)
        let columns = metrics["columns"].int ?? 1
        let (column, row) = isVertical ? (index % columns, index / columns) : (index / rows, index % rows)
        return try Frame(
            x: try #require(metrics["contentInsets"]["leading"].double)
                + Double(column) * (try #require(metrics["itemSize"]["width"].double) + number("columnSpacing")),
            y: number("y") + Double(row) * (number("rowHeight") + number("rowSpacing")),
            metrics["itemSize"]
        )
    }

    @Test(arguments: [
        ("se", 375, 2.0), ("max", 440, 3), ("android", 320, 2), ("pixel", 412, 2.625), ("tablet", 744, 2),
    ])
    func `draws each item where the metrics say, to within half a pixel`(
        device: String,
        width: Int,
        scale: Double
    ) throws {
        try withFolder { folder in
            try withServer(on: SampleStore.copy(into: folder), in: folder) { server in
                let browser = try Browser(in: folder)
                for (segment, locale) in [("homes", "en"), ("style", "en"), ("homes", "ar")] {
                    let asked = "lat=41.66&lon=-83.55&locale=\(locale)&segment=\(segment)&user=u1"
                    try browser.open("http://127.0.0.1:\(server.port)/preview?devices=\(device)&zoom=100&\(asked)")
                    try browser.wait(
                        "the phone",
                        until: "return document.querySelector('.phone[data-revision]') !== null"
                    )
                    let platform = ["android", "pixel"].contains(device) ? "android" : "ios"
                    let home = try server.home("/home?width=\(width)&scale=\(scale)&platform=\(platform)&\(asked)")
                    let drawn = try browser.run(drawnFrames).array
                    #expect(drawn.map(\.id) == home.widgets.map(\.id))
                    var count = 0
                    for (widget, drawn) in zip(home.widgets, drawn) {
                        let metrics = widget["metrics"]
                        if metrics["scroll"].string == "none" {
                            let area = try Frame(drawn["area"])
                            #expect(try area.isLike(expected(metrics, 0), scale: scale), "\(device) \(widget.id ?? "")")
                            count += 1
                            continue
                        }
                        #expect(drawn["items"].array.map(\.id) == widget.items.map(\.id))
                        for (index, item) in drawn["items"].array.enumerated() {
                            let (frame, wanted) = (try Frame(item["frame"]), try expected(metrics, index))
                            #expect(frame.isLike(wanted, scale: scale), "\(item.id ?? ""): \(frame), not \(wanted)")
                            if !metrics["imageSize"].isMissing {
                                let image = try Frame(item["image"])
                                let wanted = try Frame(x: wanted.x, y: wanted.y, metrics["imageSize"])
                                #expect(image.isLike(wanted, scale: scale), "\(item.id ?? ""): \(image), not \(wanted)")
                            }
                            count += 1
                        }
                    }
                    #expect(count > 5)
                }
                #expect(try browser.complaints() == [])
            }
        }
    }

    @Test func `records what is opened, and changes nothing but what is another`() throws {
        try withFolder { folder in
            try withServer(on: SampleStore.copy(into: folder), in: folder) { server in
                let search = #"{"market": "toledo"}"#
                #expect(try server.request("POST", "/users/u9/searches", body: search).status == 201)
                let browser = try Browser(in: folder)
                try browser.open("http://127.0.0.1:\(server.port)/preview?devices=se,max&user=u9")
                try browser.wait(
                    "both phones",
                    until: "return document.querySelectorAll('.phone[data-revision]').length === 2"
                )
                let first = "document.querySelector('[data-widget=last-search] .item')"
                #expect(try browser.run("return \(first).querySelector('.new') !== null").bool == true)
                try browser.run(
                    "window.kept = [...document.querySelectorAll('[data-widget=last-search] .item')]; \(first).click()"
                )
                try browser.wait("the item to be old", until: "return \(first).querySelector('.new') === null")
                #expect(
                    try browser.run("return window.kept.length > 5 && window.kept.every((item) => item.isConnected)")
                        .bool == true
                )
                #expect(
                    try browser.run(
                        "return document.querySelector('#view mark').textContent.includes(\(first).dataset.item)"
                    ).bool == true
                )
                #expect(try browser.complaints() == [])
            }
        }
    }

    @Test func `loads more, and what was late, and is used by the keyboard alone`() throws {
        try withFolder { folder in
            try withServer(on: SampleStore.copy(into: folder), in: folder) { server in
                let browser = try Browser(in: folder)
                try browser.open("http://127.0.0.1:\(server.port)/preview?devices=iphone&segment=style&zoom=60")
                try browser.wait("the phone", until: "return document.querySelector('.phone[data-revision]') !== null")
                let count = "document.querySelectorAll('[data-widget=new-in] .item').length"
                let before = try #require(try browser.run("return \(count)").int)
                try browser.run("document.querySelector('[data-widget=new-in] .more').focus()")
                try browser.press("\u{E007}")
                try browser.wait("more items", until: "return \(count) > \(before)")
                // A grid that grows moves nothing above it, and the page is as much higher.
                let height = "document.querySelector('.page').offsetHeight"
                let page = try #require(try browser.run("return \(height)").int)
                try browser.run("document.querySelector('[data-widget=accessories] .more').focus()")
                try browser.press("\u{E007}")
                try browser.wait("a higher page", until: "return \(height) > \(page)")
                try browser.run("document.querySelector('#tab-json').focus()")
                try browser.press("\u{E014}")
                try browser.wait("the timing", until: "return document.querySelector('.waterfall') !== null")
                #expect(try browser.complaints() == [])
            }
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct `The preview page` {
    @Test func `is made of this server's files alone`() throws {
        try withSampleServer { server in
            let page = try server.get("/preview")
            #expect(page.status == 200 && page.fields["content-type"] == "text/html; charset=utf-8")
            let policy = try #require(page.fields["content-security-policy"])
            #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"))
            let named = page.text.matches(of: /(?:href|src)="([^"]+)"/).map { String($0.1) }
            #expect(named.count >= 3)
            for file in named {
                #expect(file.hasPrefix("/preview/"))
                #expect(try server.get(file).status == 200)
            }
            #expect(try server.get("/preview/none.js").json["error"]["code"].string == "not_found")
        }
    }
}
