import Bytes
import Catalogue
import Foundation
import Localization
import Recommendations
import Testing

@testable import HomeFeed
@testable import HomeLayout

/// Items combine a cached card with marks and the sizes of images.
@Suite struct `An item` {
    @Test func `takes 32 bytes while a home is made`() {
        #expect(MemoryLayout<PassItem>.stride == 32)
    }

    @Test(arguments: [
        ("https://img.example/a.jpg", "https://img.example/a.jpg?w=429&h=322"),
        ("https://img.example/a.jpg?v=3", "https://img.example/a.jpg?v=3&w=429&h=322"),
        ("https://img.example/a.jpg?", "https://img.example/a.jpg?w=429&h=322"),
        ("https://img.example/a.jpg?v=3&", "https://img.example/a.jpg?v=3&w=429&h=322"),
        ("https://img.example/a.jpg#top", "https://img.example/a.jpg?w=429&h=322#top"),
        ("https://img.example/a.jpg?v=3#a?b", "https://img.example/a.jpg?v=3&w=429&h=322#a?b"),
        ("#", "?w=429&h=322#"),
        (#"/a"b.jpg"#, #"/a\"b.jpg?w=429&h=322"#),
    ])
    func `has an image URL with the widget's size`(address: String, expected: String) throws {
        let json = try written(Self.card([address], "{url}?w={w}&h={h}"), .productL)
        #expect(json.contains("\"images\":[{\"url\":\"\(expected)\",\"width\":429,\"height\":322}]"), "\(json)")
    }

    @Test(arguments: [
        ("{url}/{h}x{w}", "https://a.example/b?c/322x429#d"),
        ("https://r.example/{w},{h}/{w}/{url}", "https://r.example/429,322/429/https://a.example/b?c#d"),
        ("https://r.example/?url={url}&w={w}", "https://r.example/?url=https%3A%2F%2Fa.example%2Fb%3Fc%23d&w=429"),
        ("{url}?h={h}&fit=crop", "https://a.example/b?c&h=322&fit=crop#d"),
    ])
    func `has an image URL as the template says`(template: String, expected: String) throws {
        let json = try written(Self.card(["https://a.example/b?c#d"], template), .productL)
        #expect(json.contains("\"url\":\"\(expected)\",\"width\":429,\"height\":322}"), "\(json)")
    }

    @Test(arguments: [
        "", "{url}", "?w={w}", "{url}{url}?w={w}", "{url}?w={width}", "{url}?w={w", "{url} ?w={w}", "{url}?ü={w}",
        "{url}?" + String(repeating: "{w}", count: 9),
    ])
    func `has no image URL by a template without URL or size`(template: String) {
        #expect(ImageTemplate(template) == nil)
    }

    @Test func `has the URL of the first template for its host, or else the catalogue's without a size`() throws {
        let templates = ImageTemplates([
            .init(prefix: "https://a.example/", template: try #require(ImageTemplate("{url}?first={w}"))),
            .init(prefix: "https://a.", template: try #require(ImageTemplate("{url}?second={w}"))),
        ])
        for (url, expected) in [
            ("https://a.example/x", #"[{"url":"https://a.example/x?first=429","width":429,"height":322}]"#),
            ("https://a.org/x", #"[{"url":"https://a.org/x?second=429","width":429,"height":322}]"#),
            ("https://b.example/x", #"[{"url":"https://b.example/x"}]"#),
        ] {
            let card = Card(
                id: "product:a",
                kind: .banner,
                title: "",
                caption: [],
                images: [url],
                resizedBy: templates,
                label: ""
            ) { _ in }
            #expect(try written(card, .productL).contains("\"images\":\(expected)"))
        }
    }

    @Test func `has all its images where the layout shows several, with smaller ones`() throws {
        let card = try Self.card((1...12).map { "https://a.example/\($0).jpg" }, "{url}?w={w}")
        let json = try written(card, .fullWidth)
        func urls(_ text: String) -> Int { json.components(separatedBy: text).count - 1 }
        // At most ten, each at 1×, 2× and the device's 3×.
        #expect(urls("?w=1074") == 10 && urls("?w=716") == 10 && urls("?w=358") == 10)
        let first = #"""
            "images":[{"url":"https://a.example/1.jpg?w=1074","width":1074,"height":806,\#
            "srcset":[{"url":"https://a.example/1.jpg?w=358","width":358,"height":269},\#
            {"url":"https://a.example/1.jpg?w=716","width":716,"height":537}]},{"url":"https://a.example/2.jpg?w=1074"
            """#
        #expect(json.contains(first), "\(json)")
        #expect(try written(card, .productM).components(separatedBy: "\"url\"").count == 2)
    }

    @Test func `has a smaller image on a map, and smaller ones than that`() throws {
        let json = try written(Self.card(["/a.jpg"], "{url}?w={w}&h={h}"), .map)
        #expect(
            json.contains(#"{"url":"/a.jpg?w=288&h=216","width":288,"height":216,"srcset":[{"url":"/a.jpg?w=96&h=72""#)
        )
    }

    @Test func `has room for as many sizes as a template may have, on the largest device`() throws {
        let device = Device(width: 2_048, scale: 4)
        var style = LayoutStyle.standard(.fullWidth)
        try style.apply { $0.aspectRatio = AspectRatio(width: 1, height: 10) }
        let card = try Self.card((1...10).map { "/\($0)" }, "{url}?" + String(repeating: "{h}", count: 8))
        let json = try written(card, .fullWidth, style, on: device)
        #expect(json.components(separatedBy: "\"url\"").count == 41)
    }

    @Test func `has long URLs, whole`() throws {
        let url = "https://a.example/" + String(repeating: "\"", count: 70_000)
        let json = try written(Self.card([url], "{url}?w={w}"), .productL)
        #expect(json.contains(url.replacing("\"", with: "\\\"") + "?w=429\""))
    }

    @Test func `has the colour of the catalogue in the place of its image, or one that follows from its id`() throws {
        let red = RGBColor(red: 255, green: 8, blue: 0)
        let card = Card(
            id: "product:a",
            kind: .banner,
            title: "",
            caption: [],
            placeholder: red,
            label: ""
        ) { _ in }
        #expect(try written(card, .productL).contains(##""placeholder":"#ff0800""##))
        let colors = try (1...50).map { number in
            let card = Card(
                id: "product:\(number)",
                kind: .banner,
                title: "",
                caption: [],
                label: ""
            ) { _ in }
            let json = try written(card, .productL)
            #expect(try json == written(card, .productL))
            return try #require(json.firstMatch(of: /"placeholder":"(#[0-9a-f]{6})"/)?.1)
        }
        #expect(Set(colors).count > 40)
    }

    private static func card(_ images: [String], _ template: String) throws -> Card {
        let templates = ImageTemplates([.init(prefix: "", template: try #require(ImageTemplate(template)))])
        return Card(
            id: "product:a",
            kind: .banner,
            title: "A",
            caption: [],
            images: images,
            resizedBy: templates,
            label: "A"
        ) { _ in }
    }

    @Test(arguments: [
        (Layout.productXXS, "[]"), (.map, #"[{"text":"One"}]"#), (.productM, #"[{"text":"One"},{"text":"Two"}]"#),
        (.fullWidth, #"[{"text":"One"},{"text":"Two"},{"text":"Three"}]"#),
    ])
    func `has no more texts than the layout has lines, and one on a map`(layout: Layout, caption: String) throws {
        let card = Card(
            id: "product:a",
            kind: .banner,
            title: "A",
            caption: ["One", "Two", "Three"],
            label: "A"
        ) { _ in }
        let json = try written(card, layout)
        #expect(json.contains(#","caption":\#(caption),"revision":""#), "\(json)")
    }

    @Test func `has no image if the card or the layout has none`() throws {
        #expect(try !written(Self.card([], "{url}?w={w}"), .productL).contains("images\":"))
        #expect(try !written(Self.banner, .brand).contains("images\":"))
    }

    @Test func `is its card, then its revision, marks and image`() throws {
        var mark = Mark(fits: true, nil)
        mark.flags.insert(.isSaved)
        let (json, revision) = item(Self.banner, mark, .productL)
        let color = RGBColor(of: "banner:spring".utf8.span)
        #expect(
            json
                == [
                    #"{"id":"banner:spring","kind":"banner","title":"Spring","accessibilityLabel":"Spring","href":"/spring","#,
                    ##""placeholder":"\##(color)","caption":[{"text":"Spring"}],"revision":"\##(revision)","##,
                    #""tracking":"\#(TrackingToken.text).3.banners","match":"fits","saved":true,"#,
                    #""accessibilityValue":"Fits your search, Saved","#,
                    #""images":[{"url":"/images/spring.jpg?w=429&h=322","width":429,"height":322}]}"#,
                ].joined()
        )
    }

    private static let banner = Card(
        id: "banner:spring",
        kind: .banner,
        title: "Spring",
        caption: ["Spring"],
        images: ["/images/spring.jpg"],
        resizedBy: ImageTemplates(ImageTemplate("{url}?w={w}&h={h}").map { [.init(prefix: "", template: $0)] } ?? []),
        label: "Spring"
    ) {
        $0.member("href", "/spring")
    }

    private func written(
        _ card: Card,
        _ layout: Layout,
        _ style: LayoutStyle? = nil,
        on device: Device? = nil
    ) throws -> String { item(card, .none, layout, style, on: device).json }
}

/// A card as an item of a widget in a layout.
private func item(
    _ card: Card,
    _ mark: Mark,
    _ layout: Layout,
    _ style: LayoutStyle? = nil,
    on device: Device? = nil,
    subjects: MarkTable = MarkTable(SupportedLanguages.english.defaultLocalizer)
) -> (json: String, revision: Revision) {
    let device = device ?? Device(width: 390, scale: 3)
    let form = ItemForm(Metrics(style ?? .standard(layout), on: device, itemCount: 1))
    let writer = ItemWriter(form, .none, subjects)
    var revision = Revision(rawValue: 0)
    let bytes = [UInt8](capacity: writer.length(of: card.storage, mark)) {
        revision = writer.write(card.storage, mark, rank: 3, source: "banners", to: &$0)
    }
    return (String(decoding: bytes, as: UTF8.self), revision)
}

enum Mismatches {
    static let texts: [(Reason, String, String)] = [
        (Reason(.overBudget, 4), "over_budget", "4% over your budget"),
        (Reason(.overBudget, 0), "over_budget", "less than 1% over your budget"),
        (Reason(.underBudget, 12), "under_budget", "12% under your budget"),
        (Reason(.outsideArea, 1_200), "outside_area", "1.2 km outside your area"),
        (Reason(.outsideArea, 850), "outside_area", "850 m outside your area"),
        (Reason(.fewerBedrooms, 1), "fewer_bedrooms", "1 bedroom fewer"),
        (Reason(.fewerBedrooms, 2), "fewer_bedrooms", "2 bedrooms fewer"),
        (Reason(.moreBedrooms, 1), "more_bedrooms", "1 bedroom more"),
        (Reason(.moreBedrooms, 3), "more_bedrooms", "3 bedrooms more"),
        (Reason(.fewerBathrooms, 1_000), "fewer_bathrooms", "1 bathroom fewer"),
        (Reason(.fewerBathrooms, 500), "fewer_bathrooms", "0.5 bathrooms fewer"),
        (Reason(.moreBathrooms, 1_500), "more_bathrooms", "1.5 bathrooms more"),
        (Reason(.smaller, 8), "smaller", "8% smaller"),
        (Reason(.larger, 150), "larger", "150% larger"),
        (Reason(.otherType), "other_type", "another type of home"),
    ]
}

@Suite struct `The texts of an item` {
    @Test(arguments: Mismatches.texts)
    func `state the reason of a similar item`(reason: Reason, code: String, text: String) throws {
        let json = try written(Mark(fits: false, reason))
        #expect(
            json.contains("\"match\":\"similar\",\"reason\":{\"kind\":\"\(code)\",\"text\":\"\(text)\"}"),
            "\(json)"
        )
    }

    @Test(arguments: [
        (0, 0, "0 m"), (42.4, 42, "42 m"), (99.6, 100, "100 m"), (847, 847, "850 m"), (994, 994, "990 m"),
        (995, 995, "1 km"), (1_049, 1_049, "1 km"), (1_234.4, 1_234, "1.2 km"), (9_949, 9_949, "9.9 km"),
        (9_950, 9_950, "10 km"), (12_345, 12_345, "12 km"), (-3, 0, "0 m"), (Double.nan, 0, "0 m"),
        (Double.infinity, 20_040_000, "20,040 km"),
    ])
    func `state the distance`(distance: Double, meters: Int, text: String) throws {
        let json = try written(Mark(distance: distance))
        #expect(json.contains("\"distance\":{\"meters\":\(meters),\"text\":\"\(text)\"}"), "\(json)")
    }

    @Test(arguments: [
        (
            Reason(.openedTogether),
            #"{"kind":"opened_together","text":"Because you opened A \"quiet\" house","item":"listing:7"}"#,
            "Because you opened A \\\"quiet\\\" house"
        ),
        (
            Reason(.likeOpened),
            #"{"kind":"like_opened","text":"Because you opened A \"quiet\" house","item":"listing:7"}"#,
            "Because you opened A \\\"quiet\\\" house"
        ),
        (
            Reason(.newInBrand), #"{"kind":"new_in_brand","text":"New in Comme des Garçons"}"#,
            "New in Comme des Garçons"
        ),
        (Reason(.popular), #"{"kind":"popular","text":"Popular"}"#, "Popular"),
        (Reason(.popularNearby), #"{"kind":"popular_nearby","text":"Popular near you"}"#, "Popular near you"),
        (Reason(.nearby), #"{"kind":"nearby","text":"Near you"}"#, "Near you"),
        (Reason(.new), #"{"kind":"new","text":"Newly added"}"#, "Newly added"),
    ])
    func `state why an item is recommended`(cause: Reason, reason: String, value: String) throws {
        var mark = Mark(fits: false, cause)
        if cause.kind == .newInBrand { mark.subject = 1 }
        let json = try written(mark)
        #expect(
            json.contains("\"reason\":\(reason),\"note\":\"\(value)\",\"accessibilityValue\":\"\(value)\""),
            "\(json)"
        )
        mark.flags.formUnion([.fits, .isNew])
        let texts = "\"note\":\"\(value)\",\"accessibilityValue\":\"New, Fits your search, \(value)\""
        #expect(try written(mark).contains("\"match\":\"fits\",\"reason\":\(reason),\(texts)"))
    }

    @Test func `are covered by the revision, with the titles that they name`() throws {
        func revision(_ cause: Reason?, title: String = "A") throws -> Revision {
            item(Self.card, Mark(fits: false, cause), .brand, subjects: subjects(title)).revision
        }
        let revisions = [
            try revision(nil), try revision(Reason(.popular)), try revision(Reason(.openedTogether)),
            try revision(Reason(.likeOpened)), try revision(Reason(.openedTogether), title: "B"),
        ]
        #expect(Set(revisions).count == revisions.count)
    }

    @Test func `and the sizes of images each have a revision of their own`() throws {
        let marks =
            [Mark.none, Mark(isNew: true), Mark(fits: true, nil), Mark(distance: 0), Mark(distance: 1)]
            + Mismatches.texts.map { Mark(fits: false, $0.0) }
        let layouts = [Layout.productL, .productM, .fullWidth, .brand]
        let revisions = marks.flatMap { mark in
            layouts.map { item(Self.card, mark, $0).revision }
        }
        #expect(Set(revisions).count == revisions.count)
    }

    private static let card = Card(id: "brand:a", kind: .brand, title: "A", caption: ["A"], label: "A") { _ in }

    private func subjects(_ title: String) -> MarkTable {
        var subjects = MarkTable(SupportedLanguages.english.defaultLocalizer)
        #expect(subjects.add(1, id: "listing:7", name: title.utf8Span.span) == 0)
        #expect(subjects.add(2, name: "Comme des Garçons".utf8Span.span) == 1)
        #expect(subjects.index(of: 2) == 1)
        return subjects
    }

    private func written(_ mark: Mark) throws -> String {
        item(Self.card, mark, .brand, subjects: subjects("A \"quiet\" house")).json
    }
}

extension TrackingToken {
    /// The token of a widget in no home.
    static let none = TrackingToken(tracking)
    static let text = tracking.token
    private static let tracking = Tracking(
        config: Revision(rawValue: 0),
        origin: EventOrigin(widget: WidgetID(segment: "", widget: "w"))
    )
}
