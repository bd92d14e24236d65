import Catalogue
import Foundation
import HomeFeed
import HomeLayout
import JSON
import Localization
import Recommendations
import Testing

private let locales = ["en", "en-US", "en-GB", "de", "de-CH", "tr", "ar", "ar-EG"]

/// A home in four languages, with something of all that words are made for.
private let config = #"""
    {"title": "Hearth", \#(WordFiles.all),
     "markets": {"toledo": {"en": "Toledo", "de": "Toledo", "tr": "Toledo", "ar": "توليدو"}},
     "segments": [{"id": "homes", "title": {"en": "Homes", "de": "Häuser", "tr": "Evler", "ar": "منازل"}, "widgets": [
       {"id": "last-search", "layout": "HomeWidgetFullWidth", "limit": 1, "source": {"kind": "lastSearch"},
        "title": {"en": "New in {market|your search}", "de": "Neu in {market|deiner Suche}",
                  "tr": "{market|Aramanız}: yeni ilanlar", "ar": "الجديد في {market|بحثك}"}},
       {"id": "nearby", "layout": "HomeWidgetFullWidth", "limit": 1, "source": {"kind": "nearby"}},
       {"id": "recommendations", "layout": "HomeWidgetFullWidth", "limit": 1, "source": {"kind": "recommendations"}},
       {"id": "products", "layout": "HomeWidgetFullWidth", "limit": 1, "source": {"kind": "items", "of": "product"}},
       {"id": "how", "layout": "HomeWidgetInfoCard", "title": "Hearth",
        "source": {"kind": "infoCard", "id": "how", "title": {"en": "How", "de": "Wie", "tr": "Nasıl", "ar": "كيف"},
                   "text": {"en": "So.", "de": "So.", "tr": "Böyle.", "ar": "هكذا."}},
        "footer": {"title": {"en": "All", "de": "Alle", "tr": "Tümü", "ar": "الكل"}, "href": "/all"}}]},
      {"id": "style", "title": "Style", "widgets": [
       {"id": "brands", "layout": "HomeWidgetBrand", "source": {"kind": "brands"}}]}]}
    """#

private func world() throws -> World {
    var house = CatalogueItem.house("new", price: 190_000_00, at: .town.north(1_179), listedAt: 3)
    house.attributes["bathrooms"] = .number(1.5)
    house.attributes["area"] = .number(1_372)
    house.address = "Maumee"
    let listings = [
        house, .house("near", bedrooms: 2, at: .town.north(1_179), listedAt: 2),
        .house("dear", price: 208_000_50, at: .town.north(9_000), listedAt: 1),
    ]
    let world = try World(config, items: listings + [.thing("p1", price: 1_289_50)])
    let search = UserSearch.homes(
        market: "toledo",
        price: ClosedInterval(max: 200_000_00),
        bedrooms: ClosedInterval(min: 3)
    )
    try world.store.record(search, by: user("u1"))
    return world
}

private func asked(_ locale: String?) throws -> HomeRequest {
    var request = try request(for: "u1", at: .town)
    request.locale = try locale.map { try #require(LanguageTag($0)) }
    return request
}

extension Document {
    /// All that it says, one line for each widget and each item.
    fileprivate var said: [String] {
        ["\(locale) \(direction) \(segments[0].title)"]
            + homeWidgets.flatMap { widget in
                [[widget.title, widget.badge?.text, widget.footer?.title].compactMap(\.self).joined(separator: " | ")]
                    + widget.items.map { item in
                        let texts = item.caption.map(\.text)
                        let others = [item.note, item.accessibilityLabel, item.accessibilityValue]
                        return (texts + others.compactMap(\.self)).joined(separator: " | ")
                    }
            }
    }
}

@Suite struct `A home in another language` {
    @Test(arguments: goldenWords)
    func `says everything in it, with numbers and units as they are written there`(locale: String, said: [String])
        async throws
    {
        let found = try await world().home(asked(locale)).said
        #expect(found == said, "\(found)")
    }

    @Test func `is the same bytes each time, and others than in any other locale`() async throws {
        let world = try world()
        var seen: Set<[UInt8]> = []
        for locale in locales {
            let bytes = try await world.bytes(asked(locale))
            #expect(seen.insert(bytes).inserted, "\(locale)")
            #expect(try await world.bytes(asked(locale)) == bytes, "\(locale)")
            #expect(try await HomeFeedTests.world().bytes(asked(locale)) == bytes, "\(locale)")
        }
    }

    @Test func `has other revisions for what it says otherwise, and the same ids and measures`() async throws {
        let world = try world()
        let homes = try await [world.home(asked("en")), world.home(asked("en-US")), world.home(asked("de"))]
        #expect(Set(homes.map(\.revision)).count == homes.count)
        for home in homes.dropFirst() {
            #expect(home.itemIDs == homes[0].itemIDs)
            #expect(home.homeWidgets.map(\.metrics) == homes[0].homeWidgets.map(\.metrics))
        }
        // The unit of a distance is all that tells the two kinds of English apart on a listing without an area.
        let near = homes.map { $0.homeWidgets[1].items[0] }
        #expect(near[0].accessibilityLabel == near[1].accessibilityLabel && near[0].distance != near[1].distance)
        #expect(Set(near.map(\.revision)).count == 3)
        let frames = homes.map { $0.homeWidgets[0].revision }
        #expect(frames[0] == frames[1] && frames[0] != frames[2])
    }

    @Test func `renders each card once per locale`() async throws {
        let world = try world()
        for locale in locales {
            var request = try asked(locale)
            request.explains = true
            let rendered = try await [
                world.feed.home(for: request, in: world.snapshot), world.feed.home(for: request, in: world.snapshot),
            ]
            .map { $0.explanation?.cards.rendered }
            #expect(rendered == [4, 0], "\(locale)")
        }
    }

    @Test func `leads to the same words, and where none were asked for says nothing of them`() async throws {
        let world = try world()
        func href(_ locale: String?) async throws -> String? { try await world.home(asked(locale)).segments[1].href }
        let plain = try #require(try await href(nil))
        #expect(!plain.contains("locale"))
        #expect(try await href("de-CH-1996") == plain + "&locale=de-CH")
        #expect(try await href("en") == plain + "&locale=en")
        // What is not spoken leads to what it got: the config's own language.
        #expect(try await href("fr") == plain)
        #expect(try await world.home(asked("fr")).locale == "en")
    }

    @Test func `says which it is in a widget alone, too`() async throws {
        let world = try world()
        let document = try await world.feed.widget(
            WidgetRequest(id: "nearby") { _ in nil },
            for: asked("ar-EG"),
            in: world.snapshot
        )
        let alone = String(decoding: document.bytes, as: UTF8.self)
        #expect(alone.contains(#","locale":"ar","direction":"rtl","shown":"#))
        // In a home that is said once, above them all.
        let home = String(decoding: try await world.bytes(asked("ar-EG")), as: UTF8.self)
        #expect(home.ranges(of: #""direction":"#).count == 1)
        try await world.evictUsers()
        world.store.conduct(.fails)
        #expect(
            try await world.widget("last-search", asked("de")).error?.message
                == "Die Immobiliendatenbank hat nicht geantwortet."
        )
    }

    @Test func `opens the gates of its language, with its region or without`() async throws {
        let gated = config.replacing(
            #""id": "products", "#,
            with: #""id": "products", "when": {"any": [{"locale": ["de"]}, {"locale": ["en-GB"]}]}, "#
        )
        let world = try World(gated, items: [.thing("p1")])
        for (locale, isOpen) in [
            ("de", true), ("de-AT", true), ("en-GB", true), ("en-US", false), ("en", false), ("fr", false),
        ] {
            let home = try await world.home(asked(locale))
            #expect(home.homeWidgets.contains { $0.id == "products" } == isOpen, "\(locale)")
        }
    }

    @Test func `says in its own words what was loaded for a home in others`() async throws {
        let service = ScriptedRecommendations(.recommends(ids("listing:dear")))
        let source = #"{"kind": "recommendations""#
        let items = [CatalogueItem.house("new"), .house("dear", price: 208_000_50, at: .town.north(90_000))]
        let stale = config.replacing(source + "}", with: source + #", "maxStale": 60}"#)
        let world = try World(stale, items: items, recommendations: service)
        try world.store.record(.homes(market: "toledo", price: ClosedInterval(max: 200_000_00)), by: user("u1"))
        let first = try await world.home(asked("de"))
        #expect(try first.widget("last-search").badge?.text == "1 neu")
        #expect(try first.widget("recommendations").items.map(\.accessibilityValue) == ["5\u{a0}% über deinem Budget"])
        service.conduct = .fails(.timedOut)
        let widget = try await world.home(asked("ar-EG")).widget("recommendations")
        #expect(widget.state == "stale")
        #expect(widget.items.map(\.accessibilityValue) == ["أعلى من ميزانيتك بنسبة ٥٪\u{61c}"])
    }

    @Test func `is in the config's own where it asks for none`() async throws {
        let swapped = config.replacing(#""default": "en""#, with: #""default": "de-AT""#)
        let world = try World(swapped, items: [.thing("p1", price: 1_289_50)])
        let home = try await world.home()
        #expect(home.locale == "de" && home.segments[0].title == "Häuser")
        #expect(try home.widget("products").items[0].price?.formatted == "$\u{a0}1.289,50")
    }
}

@Suite struct `A text in a config that lacks a language` {
    @Test func `is in the default language, with a warning`() async throws {
        let config = config.replacing(#""de": "Häuser""#, with: #""$de": "Häuser""#)
        let world = try World(config, items: [.thing("p1", price: 1_289_50)])
        let home = try await world.home(
            HomeRequest(parameters: [(name: "width", value: "390"), (name: "locale", value: "de")])
        )
        #expect(home.locale == "de" && home.segments[0].title == "Homes")
        var warnings: [String] = []
        _ = try CheckedValue.read(JSONValue(parsing: config.utf8)) {
            warnings.append("\($0)")
        } _: { value in
            value.object { HomeConfig(reading: &$0, file: WordFiles.fixtures.read) }
        }
        #expect(warnings == [#"segments[0].title: has no "de": "en" is shown in its place"#])
    }
}

@Suite struct `Texts in a config` {
    private func errors(title: String, _ words: String = WordFiles.all) throws -> [String] {
        try configErrors(
            #"""
            {"title": "Hearth", \#(words), "segments": [{"id": "a", "title": "A", "widgets": [
              {"id": "w", "title": \#(title), "layout": "HomeWidgetGrid", "source": {"kind": "nearby"}}]}]}
            """#
        )
    }

    @Test func `are one for all languages, or one for each`() throws {
        #expect(try errors(title: #""Nearby""#) == [])
        #expect(try errors(title: #"{"en": "A", "de": "B", "tr": "C", "ar": "D"}"#) == [])
        let path = "segments[0].widgets[0].title"
        #expect(try errors(title: #"{"de": "B", "tr": "C", "ar": "D"}"#) == [path + #": "en" is missing"#])
        #expect(
            try errors(title: #"{"en": "A", "de": "B", "tr": "C", "ar": "D", "fr": "E"}"#)
                == [path + #": unknown key "fr"; expected one of "ar", "de", "en", "tr""#]
        )
        #expect(
            try errors(title: #"{"en": "A", "de": "{markt}", "tr": 7, "ar": ""}"#) == [
                path + #".ar: expected a text that is not empty, found """#,
                path + #".de: unknown word in a title; did you mean "market"?"#,
                path + ".tr: expected a text that is not empty, found 7",
            ]
        )
    }

    @Test func `may name a language in any way`() throws {
        let file =
            #""localization": {"default": "iw", "files": {"iw": "localization/en.json", "sh": "localization/en.json"}}"#
        for names in [("iw", "sh"), ("he", "sr-Latn"), ("heb", "sr_latn")] {
            #expect(try errors(title: #"{"\#(names.0)": "A", "\#(names.1)": "B"}"#, file) == [], "\(names)")
        }
        let path = "segments[0].widgets[0].title"
        let twice = try errors(title: #"{"he": "A", "iw": "C", "sr-Latn": "B"}"#, file)
        #expect(twice.count == 1 && twice[0].hasPrefix(path + #": unknown key "iw""#), "\(twice)")
        #expect(try errors(title: #"{"sh": "B"}"#, file) == [path + #": "he" is missing"#])
    }

    @Test func `are in English alone without files of words`() throws {
        #expect(try errors(title: #"{"en": "A"}"#, #""$": 1"#) == [])
        let errors = try errors(title: #"{"en": "A", "de": "B"}"#, #""$": 1"#)
        #expect(errors == [#"segments[0].widgets[0].title: unknown key "de"; expected "en""#])
    }

    @Test func `are read all the same where the words are wrong`() throws {
        let words = WordFiles.all.replacing("localization/tr.json", with: "localization/no.json")
        #expect(
            try errors(title: #"{"en": "A", "de": ""}"#, words) == [
                "localization.files.tr: cannot be read",
                #"segments[0].widgets[0].title.de: expected a text that is not empty, found """#,
            ]
        )
    }
}

@Suite struct `The parameter locale` {
    @Test func `is any language tag`() throws {
        for text in ["de", "DE-at", "en_US", "zh-Hant-TW", "ar-EG-u-nu-latn", "xx"] {
            #expect(try read(("locale", text)).locale == LanguageTag(text))
        }
    }
}
