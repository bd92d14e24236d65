import HomeLayout
import Localization
import Testing

@testable import Catalogue
@testable import HomeFeed

/// What of an item concerns the user, and where a layout has it.
@Suite struct `A note` {
    private func widget(_ layout: String, _ source: String = #"{"kind": "nearby"}"#) -> String {
        #"{"id": "w", "title": "W", "layout": "HomeWidget\#(layout)", "source": \#(source), "limit": 4}"#
    }

    @Test(arguments: [
        ("ProductXL", "image"), ("ProductL", "image"), ("ProductM", "caption"), ("ProductS", "caption"),
        ("FullWidth", "image"), ("Grid", "image"),
    ])
    func `is on an image that has room for it, and else below the caption`(layout: String, place: String) async throws {
        let world = try World(config(widget(layout)), items: CatalogueItem.houses("h", 4))
        let found = try await world.home(at: .town).homeWidgets[0]
        #expect(found.items.allSatisfy { $0.note == $0.distance?.text && $0.note != nil })
        let note = try #require(found.metrics.note)
        #expect(note.position == place)
        let caption = try #require(found.metrics.caption)
        let lines = caption.lines.reduce(0) { $0 + $1.lineHeight * Double($1.maxLines) }
        let padding = (caption.padding["top"] ?? 0) + (caption.padding["bottom"] ?? 0)
        #expect(abs(caption.height - lines - padding - (place == "caption" ? note.height : 0)) < 0.01)
    }

    @Test func `has no room in a caption where no item has one`() async throws {
        let items = CatalogueItem.houses("h", 4)
        let world = try World(config(widget("ProductM", #"{"kind": "items", "of": "listing"}"#)), items: items)
        let none = try await world.home(at: .town).homeWidgets[0]
        #expect(none.metrics.note == nil && none.items.allSatisfy { $0.note == nil })
        let near = try await World(config(widget("ProductM")), items: items).home(at: .town).homeWidgets[0]
        #expect(near.metrics.height > none.metrics.height)
    }

    @Test func `goes below the caption where large text needs the image`() async throws {
        let world = try World(config(widget("Grid")), items: CatalogueItem.houses("h", 4))
        var request = try request(at: .town)
        request.device = Device(width: 200, scale: 2, textScale: 3)
        #expect(try await world.home(request).homeWidgets[0].metrics.note?.position == "caption")
    }

    @Test(arguments: [
        (Localizer.Direction.leftToRight, "Oxford", "Oxford"), (.leftToRight, "עברית", "\u{2068}עברית\u{2069}"),
        (.leftToRight, "ﻋﺮﺑﻲ", "\u{2068}ﻋﺮﺑﻲ\u{2069}"), (.leftToRight, "日本", "日本"), (.leftToRight, "", ""),
        (.rightToLeft, "Oxford", "\u{2068}Oxford\u{2069}"), (.rightToLeft, "قميص", "قميص"),
        (.rightToLeft, "12 · 3", "12 · 3"),
        (.rightToLeft, "Ελλάδα", "\u{2068}Ελλάδα\u{2069}"), (.rightToLeft, "ไทย", "\u{2068}ไทย\u{2069}"),
        (.rightToLeft, "हिन्दी", "\u{2068}हिन्दी\u{2069}"), (.rightToLeft, "한국", "\u{2068}한국\u{2069}"),
        (.rightToLeft, "日本", "\u{2068}日本\u{2069}"), (.rightToLeft, "かな", "\u{2068}かな\u{2069}"),
        (.rightToLeft, "საქართველო", "\u{2068}საქართველო\u{2069}"), (.rightToLeft, "5 € – 7 €", "5 € – 7 €"),
        (.leftToRight, "A ♥\u{FE0F}", "A ♥\u{FE0F}"),
    ])
    func `isolates names of the other direction`(direction: Localizer.Direction, name: String, expected: String) {
        #expect(name.isolated(in: direction) == expected)
    }
}

@Suite struct `The looks of a config` {
    private static let looks = #"""
        "palette": {"warm": {"light": "#fff4e6", "dark": "#3a2a1a"}, "ink": "#123456"},
        "textStyles": {"headline": {"size": 17, "lineHeight": 22, "weight": 600, "color": "ink"}},
        """#
    private static let widget = #"""
        {"id": "w", "title": "W", "layout": "HomeWidgetFullWidth", "source": {"kind": "nearby"},
         "style": {"cornerRadius": 12, "separator": {"color": "ink"}},
         "background": {"section": "warm", "header": "ink"}, "selectedBackground": "warm",
         "headerPadding": {"top": 20}, "footer": {"title": "All", "href": "/", "padding": {"bottom": 30}}}
        """#

    private func text(_ looks: String, _ widget: String) -> String {
        "{" + looks + config(widget).drop { $0 != "{" }.dropFirst()
    }

    @Test func `are in the document, each colour by its name`() async throws {
        let world = try World(text(Self.looks, Self.widget), items: CatalogueItem.houses("h", 2))
        let json = String(decoding: try await world.bytes(request(at: .town)), as: UTF8.self)
        for part in [
            ##""palette":{"ink":{"light":"#123456","dark":"#123456"},"warm":{"light":"#fff4e6","dark":"#3a2a1a"}}"##,
            #""headline":{"size":17,"lineHeight":22,"weight":600,"color":"ink"}"#,
            #""background":"warm","selectedBackground":"warm""#, #""cornerRadius":12"#,
            #""separator":{"leading":0,"trailing":0,"thickness":0.333,"color":"ink"}"#,
            #""background":"ink","metrics":{"height":56,"padding":{"top":20,"#,
            #""padding":{"top":8,"leading":16,"bottom":30,"#,
        ] {
            #expect(json.contains(part), "\(part) in \(json)")
        }
    }

    @Test(arguments: [
        (#""background": {"section": "cold"}"#, ".background.section: unknown colour of the palette \"cold\""),
        (#""selectedBackground": 7"#, ".selectedBackground: expected a colour of the palette, found 7"),
        (#""style": {"separator": {"color": "cold"}}"#, ".style.separator.color: unknown colour of the palette"),
        (#""style": {"cornerRadius": 501}"#, ".style.cornerRadius: "),
        (#""headerPadding": {"top": -1}"#, ".headerPadding.top: "),
        (
            #""headerPadding": {"leading": 70}"#,
            ".headerPadding: expected insets that leave 120 points of 200 points for text"
        ),
    ])
    func `are an error where they are not declared, or out of range`(member: String, finding: String) throws {
        let widget = #"{"id": "w", "layout": "HomeWidgetFullWidth", "source": {"kind": "nearby"}, \#(member)}"#
        let errors = try configErrors(text(Self.looks, widget))
        #expect(errors.count == 1 && errors[0].contains("widgets[0]\(finding)"), "\(errors)")
    }

    @Test func `may have quotation marks in their names`() async throws {
        let widget = #"{"id": "w", "layout": "HomeWidgetFullWidth", "source": {"kind": "newest"}}"#
        let world = try World(text(##""palette": {"a\"b\\": "#000000"},"##, widget), items: [.house("h1")])
        let home = String(decoding: try await world.bytes(request()), as: UTF8.self)
        #expect(home.contains(##""palette":{"a\"b\\":{"light":"#000000""##), "\(home)")
    }

    @Test(arguments: [
        (##"{"a": "red"}"##, "palette.a: expected a colour such as #b8370b"),
        (##"{"a": {"light": "#000000"}}"##, "palette.a: \"dark\" is missing"),
        (##"{"a b": "#000000"}"##, "palette.a b:"),
    ])
    func `have colours that can be read`(palette: String, finding: String) throws {
        let errors = try configErrors(text(#""palette": \#(palette),"#, Self.widget))
        #expect(errors.contains { $0.hasPrefix(finding) }, "\(errors)")
    }
}

@Suite struct `What a config says of its kinds` {
    @Test func `is in labels, numbers and the links of brands`() async throws {
        let text = #"""
            {"title": "T", "brands": {"href": "/authors/{id}?from=home"},
             "kinds": {"book": {"attributes": {"rating": {"type": "number", "decimals": 1}},
               "caption": ["{title}", "★ {rating}"], "label": "{title} by {brand}, {rating} stars, {price}"}},
             "segments": [{"id": "s", "title": "S", "widgets": [
               {"id": "b", "layout": "HomeWidgetBrand", "source": {"kind": "brands"}},
               {"id": "w", "layout": "HomeWidgetProductL", "source": {"kind": "items", "of": "book"}}]}]}
            """#
        let items = [5.0, 4.949, 4.25].enumerated().map { index, rating in
            CatalogueItem(
                id: .init(kind: "book", id: "\(index)"),
                title: "Book \(index)",
                price: index == 0 ? Money(amount: 999, currency: "USD") : nil,
                brand: Brand(id: "le guin", name: "Le Guin"),
                attributes: ["rating": .number(rating)]
            )
        }
        let home = try await World(text, items: items).home()
        #expect(try home.widget("b").items.map(\.href) == ["/authors/le%20guin?from=home"])
        let books = try home.widget("w").items.sorted { $0.id < $1.id }
        #expect(books.map { $0.caption[1].text } == ["★ 5.0", "★ 4.9", "★ 4.3"])
        #expect(books[0].accessibilityLabel == "Book 0 by Le Guin, 5.0 stars, $9.99")
        // What the item lacks is left out.
        #expect(books[1].accessibilityLabel == "Book 1 by Le Guin, 4.9 stars")
    }
}
