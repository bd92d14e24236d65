import Foundation
import HTTPTestClient
import Testing

extension `The preview` {
    @Suite struct `A drawn home` {
        private static let place = "lat=41.66&lon=-83.55"

        /// The fixtures' config with a footer below each widget whose header is a link.
        private static func withFooters(_ config: String) -> String {
            config.replacing(
                #""href": "/map""#,
                with: #""href": "/map", "footer": {"title": "The map", "href": "/map"}"#
            )
            .replacing(#""id": "brands","#, with: #""id": "brands", "footer": {"title": "All", "href": "/brands"},"#)
        }

        @Test func `has each part in the frame of its metrics, to within half a pixel, at five widths`() throws {
            try withPreview(config: Self.withFooters) { preview in
                let search = #"{"market": "toledo"}"#
                #expect(try preview.server.request("POST", "/users/u1/searches", body: search).status == 204)
                let devices = [
                    ("se", 375, 2.0), ("max", 440.0, 3), ("android", 320, 2), ("pixel", 411.43, 2.625),
                    ("tablet", 744, 2),
                ]
                for (device, width, scale) in devices {
                    for (segment, locale) in [("homes", "en"), ("style", "en"), ("homes", "ar")] {
                        let asked = "\(Self.place)&locale=\(locale)&segment=\(segment)&user=u1"
                        try preview.open("devices=\(device)&zoom=100&\(asked)")
                        let platform = ["android", "pixel"].contains(device) ? "android" : "ios"
                        let target = "/home?width=\(width)&scale=\(scale)&platform=\(platform)&\(asked)"
                        let home = try preview.server.home(target)
                        let count = try Self.compare(preview.frames(), with: home, Double(width), scale: scale)
                        #expect(count > 40, "\(target)")
                    }
                }
            }
        }

        /// Returns the number of compared parts.
        private static func compare(_ drawn: JSON, with home: JSON, _ width: Double, scale: Double) throws -> Int {
            var count = 0
            func expect(_ frame: JSON, _ wanted: PreviewFrame, _ what: String) throws {
                count += 1
                let frame = try PreviewFrame(frame)
                #expect(frame.isClose(to: wanted, scale: scale), "\(what) at \(width): \(frame), not \(wanted)")
            }
            func expect(bar: JSON, _ said: JSON, at top: JSON, _ what: String) throws {
                let wanted = try PreviewFrame(ofBar: said["metrics"], at: top, width: width)
                if wanted.height == 0 { #expect(bar.isMissing, "\(what)") } else { try expect(bar, wanted, what) }
            }
            let top = try JSON(parsing: Data(#"{"top": 0}"#.utf8))["top"]
            try expect(bar: drawn["header"], home["header"], at: top, "the page's header")
            let (height, wanted) = (try #require(drawn["height"].double), try #require(home["contentHeight"].double))
            #expect(abs(height - wanted) <= 0.5 / scale)
            #expect(drawn["widgets"].array.map(\.id) == home.widgets.map(\.id))
            for (widget, drawn) in zip(home.widgets, drawn["widgets"].array) {
                let (id, metrics) = (widget.id ?? "", widget["metrics"])
                let position = widget["position"]
                try expect(bar: drawn["header"], widget["header"], at: position["header"], "the header of \(id)")
                if !widget["footer"].isMissing {
                    try expect(bar: drawn["footer"], widget["footer"], at: position["footer"], "the footer of \(id)")
                }
                #expect(widget["footer"].isMissing == drawn["footer"].isMissing)
                if metrics["scroll"].string == "none" {
                    let area = try PreviewFrame(of: 0, in: widget)
                    try expect(drawn["area"], area, "the map of \(id)")
                    let clusters = widget["map"]["clusters"].array
                    #expect(drawn["clusters"].array.count == clusters.count)
                    let clustered = Set(clusters.flatMap { $0["items"].array.compactMap(\.int) })
                    let alone = widget.items.indices.filter { !clustered.contains($0) }
                    #expect(drawn.items.map(\.id) == alone.map { widget.items[$0].id })
                    let frames = drawn.items.map { $0["frame"] } + drawn["clusters"].array
                    for frame in frames { #expect(try area.contains(PreviewFrame(frame)), "\(frame)") }
                    count += frames.count
                    continue
                }
                #expect(drawn.items.map(\.id) == widget.items.map(\.id))
                if let row = try PreviewFrame(ofRowThatLoadsMoreOf: widget, width: width) {
                    try expect(drawn["more"], row, "the row that loads more of \(id)")
                } else {
                    #expect(drawn["more"].isMissing)
                }
                for (index, (item, drawn)) in zip(widget.items, drawn.items).enumerated() {
                    let wanted = try PreviewFrame(of: index, in: widget)
                    try expect(drawn["frame"], wanted, "\(item.id ?? "")")
                    #expect(drawn["image"].isMissing == metrics["imageSize"].isMissing)
                    guard !metrics["imageSize"].isMissing else { continue }
                    let image = try wanted.part(metrics["imageSize"])
                    try expect(drawn["image"], image, "the image of \(item.id ?? "")")
                    // Only new items are marked.
                    #expect((item["isNew"].bool == true) != drawn["new"].isMissing)
                    if !drawn["new"].isMissing { #expect(try image.contains(PreviewFrame(drawn["new"]))) }
                }
            }
            return count
        }

        @Test func `has a pin for each item of a map or its cluster, at their distances`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&zoom=100&\(Self.place)")
                let map = try #require(preview.document().widgets.first { $0["layout"].string == "HomeWidgetMap" })
                let drawn = try #require(preview.frames()["widgets"].array.first { $0.id == map.id })
                let clusters = map["map"]["clusters"].array
                let clustered = Set(clusters.flatMap { $0["items"].array.compactMap(\.int) })
                let alone = map.items.indices.filter { !clustered.contains($0) }.map { map.items[$0] }
                #expect(map.items.count == 20 && alone.count + clusters.count > 3 && clusters.count > 0)
                #expect(drawn.items.map(\.id) == alone.map(\.id) && drawn["clusters"].array.count == clusters.count)
                // The button for more is where it covers none of them.
                let covered = try preview.browser.run(
                    """
                    const map = document.querySelector("[data-layout=HomeWidgetMap]");
                    const box = (each) => each.getBoundingClientRect();
                    const more = box(map.querySelector(".more"));
                    return [...map.querySelectorAll(".pin, .cluster")].map(box).filter(({ left, right, top, bottom }) =>
                      left < more.right && right > more.left && top < more.bottom && bottom > more.top).length;
                    """
                )
                #expect(covered.int == 0)
                let tips =
                    try drawn.items.map { pin in
                        let frame = try PreviewFrame(pin["frame"])
                        return (x: frame.x + frame.width / 2, y: frame.y + frame.height)
                    }
                    + drawn["clusters"].array.map { cluster in
                        let frame = try PreviewFrame(cluster)
                        return (x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
                    }
                // On the map a degree of latitude has the same length everywhere; a degree of longitude cos φ times
                // that.
                let places = try (alone + clusters).map { item in
                    let latitude = try #require(item["latitude"].double)
                    return (x: try #require(item["longitude"].double) * cos(41.66 * .pi / 180), y: -latitude)
                }
                let scale =
                    (tips.map(\.y).max()! - tips.map(\.y).min()!) / (places.map(\.y).max()! - places.map(\.y).min()!)
                #expect(scale > 0)
                for (tip, place) in zip(tips, places) {
                    #expect(abs((tip.x - tips[0].x) - (place.x - places[0].x) * scale) < 1)
                    #expect(abs((tip.y - tips[0].y) - (place.y - places[0].y) * scale) < 1)
                }
            }
        }

        @Test func `has a card for an empty widget, and tinted images for items without one`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&user=new-user&zoom=100")
                let widget = "document.querySelector('[data-widget=last-search]')"
                #expect(try preview.value("\(widget).dataset.state").string == "empty")
                let card = "\(widget).querySelector('.item[data-kind=infoCard]')"
                #expect(try preview.value("\(card).textContent").string?.hasPrefix("Looking for a home?") == true)
                // Its text is not cut off.
                #expect(try preview.value("\(card).querySelector('.further').scrollHeight <= 40").bool == true)
                let images = try preview.browser.run(
                    """
                    return [...document.querySelectorAll("[data-kind=listing] .image")].map((image) => ({
                      background: getComputedStyle(image).backgroundImage,
                      isEmpty: image.querySelector("img") === null,
                    }));
                    """
                ).array
                #expect(images.count > 3 && images.allSatisfy { $0["isEmpty"].bool == true })
                let tints = Set(images.compactMap { $0["background"].string })
                #expect(tints.count > 3 && tints.allSatisfy { $0.hasPrefix("linear-gradient(") })
            }
        }
    }
}
