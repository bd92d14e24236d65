import Bytes
import Foundation
@testable import HomeFeed
@testable import HomeLayout
import Localization
import Testing

/// Each change of content changes exactly the revisions that cover it.
@Suite struct `The revisions of a home` {
    @Test func `of an item that is opened change the item's and the document's, and no widget's`() throws {
        var small = try SmallHome()
        let before = try revisions(of: small)
        small.isNew = false
        small.badge = nil
        let after = try revisions(of: small)
        #expect(after.document != before.document)
        #expect(after.widgets == before.widgets)
        #expect(after.items["listing:7129300520"] != before.items["listing:7129300520"])
        #expect(after.items["brand:comme-des-garcons"] == before.items["brand:comme-des-garcons"])
        #expect(after.items["banner:spring"] == before.items["banner:spring"])
    }

    @Test func `of a badge alone change the document's and nothing else`() throws {
        var small = try SmallHome()
        let before = try revisions(of: small)
        small.badge = Badge(count: 2, text: "2 new")
        let after = try revisions(of: small)
        #expect(after.document != before.document)
        #expect(after.widgets == before.widgets)
        #expect(after.items == before.items)
    }

    @Test func `of chips change the document's and nothing else`() throws {
        var small = try SmallHome()
        var seen = try [revisions(of: small)]
        let chip = Chip(id: "open", title: "Open now", selected: false, href: "/a")
        let changes: [(inout SmallHome) -> Void] = [
            { $0.filters = [chip] },
            { $0.filters = [Chip(id: "open", title: "Open now", selected: true, href: "/a")] },
            { $0.filters = [Chip(id: "open", title: "Open now", selected: true, href: "/b")] },
            { $0.sorts = $0.filters }, { $0.filters = [] },
        ]
        for change in changes {
            change(&small)
            seen.append(try revisions(of: small))
        }
        #expect(Set(seen.map(\.document)).count == seen.count)
        #expect(seen.allSatisfy { $0.widgets == seen[0].widgets && $0.items == seen[0].items })
    }

    @Test func `of a header change its widget's and the document's`() throws {
        var small = try SmallHome()
        let before = try revisions(of: small)
        small.title = "New in Maumee"
        let after = try revisions(of: small)
        #expect(after.document != before.document)
        #expect(after.widgets.filter { before.widgets[$0.key] != $0.value }.keys.sorted() == ["last-search"])
        #expect(after.items == before.items)
    }

    @Test func `of a widget that grows leave those below it as they were`() throws {
        var small = try SmallHome()
        let before = try revisions(of: small)
        small.bannerRatio = AspectRatio(width: 2, height: 1)
        let after = try revisions(of: small)
        let places = (before.places["last-search"], after.places["last-search"])
        #expect(places.0 != places.1)
        #expect(after.document != before.document)
        #expect(after.widgets.filter { before.widgets[$0.key] != $0.value }.keys.sorted() == ["spring"])
        // The banner's image has another size, and so another address.
        #expect(after.items.filter { before.items[$0.key] != $0.value }.keys.sorted() == ["banner:spring"])
    }

    @Test func `of a place on the page alone change only the document's`() throws {
        let home = try SmallHome().home()
        let taller = try #require(PageStyle(top: 30, spacing: 24, bottom: 14))
        let moved = Home(
            device: home.device,
            localizer: home.localizer,
            style: taller,
            frame: home.frame,
            segments: home.segments,
            experiments: home.experiments,
            widgets: home.widgets,
            shown: home.shown,
            freshness: home.freshness
        )
        #expect(moved.contentHeight == home.contentHeight)
        let (before, after) = (try revisions(of: home), try revisions(of: moved))
        #expect(after.document != before.document)
        #expect(after.widgets == before.widgets)
        #expect(after.items == before.items)
    }

    @Test func `of where something is from change only the document's`() throws {
        let before = try revisions(of: SmallHome())
        let changes: [(inout SmallHome) -> Void] = [
            { $0.source = "newest" }, { $0.firstRank = 10 }, { $0.configRevision = Revision(rawValue: 1) },
            { $0.arms[0] = ExperimentArm(experiment: "map-first", arm: "control") }, { $0.arms = [] },
        ]
        for change in changes {
            var small = try SmallHome()
            change(&small)
            let after = try revisions(of: small)
            #expect(after.document != before.document)
            #expect(after.widgets == before.widgets)
            #expect(after.items == before.items)
        }
    }

    @Test func `of the experiments alone change the document's`() throws {
        let home = try SmallHome().home()
        let other = Home(
            device: home.device,
            localizer: home.localizer,
            frame: home.frame,
            segments: home.segments,
            experiments: [],
            widgets: home.widgets,
            shown: home.shown,
            freshness: home.freshness
        )
        #expect(try revisions(of: other).document != revisions(of: home).document)
    }

    @Test func `of how long a home is current change the document's`() throws {
        let home = try SmallHome().home()
        let others = [(60, 86_400), (300, 60)].map { Freshness(refreshAfter: $0, staleWhileRevalidate: $1) }
        for freshness in others {
            let other = Home(
                device: home.device,
                localizer: home.localizer,
                frame: home.frame,
                segments: home.segments,
                experiments: home.experiments,
                widgets: home.widgets,
                shown: home.shown,
                freshness: freshness
            )
            #expect(try revisions(of: other).document != revisions(of: home).document)
        }
    }

    @Test func `of a layout that stands in for another change its widget's and the document's`() throws {
        var small = try SmallHome()
        let before = try revisions(of: small)
        small.downgradedFrom = .grid
        let after = try revisions(of: small)
        #expect(after.document != before.document)
        #expect(after.widgets.filter { before.widgets[$0.key] != $0.value }.keys.sorted() == ["nearby"])
        #expect(after.items == before.items)
    }

    @Test func `of cards tell every change of content`() {
        func card(_ title: String, image: String?) -> Card {
            Card(
                id: "product:a",
                kind: ItemKind(rawValue: "product"),
                images: image.map { [$0] } ?? [],
                label: Array(title.utf8)
            ) {
                $0.member("title", title)
            }
        }
        #expect(card("Coat", image: "a").revision == card("Coat", image: "a").revision)
        #expect(card("Coat", image: "a").revision != card("Coat", image: "b").revision)
        #expect(card("Coat", image: "a").revision != card("Coat", image: nil).revision)
        #expect(card("Coat", image: "a").revision != card("Hat", image: "a").revision)
    }

    @Test func `of items differ for all marks and image sizes`() throws {
        var marks = [
            ItemMarks.none, ItemMarks(isNew: true), ItemMarks(isNew: false), ItemMarks(match: .fits),
            ItemMarks(distance: Distance(meters: 0)), ItemMarks(distance: Distance(meters: 1)),
        ]
        marks += MatchReasons.texts.map { ItemMarks(match: .similar($0.0)) }
        let device = Device(width: 390, scale: 3)
        let layouts = [Layout.productL, .productM, .fullWidth, .brand]
        let images = layouts.map { Metrics(.standard($0), on: device, itemCount: 1).image }
        let revisions = marks.flatMap { marks in
            images.map {
                Item(SmallHome.listing, marks)
                    .revision(images: $0, localizer: SupportedLanguages.english.defaultLocalizer)
            }
        }
        #expect(Set(revisions).count == revisions.count)
    }

    @Test func `of a widget alone tell every change of its items`() throws {
        var small = try SmallHome()
        func revision() throws -> [String] {
            try small.home().widgets.map { widget in
                var writer = JSONWriter()
                let revision = widget.write(into: &writer).description
                #expect(!String(decoding: writer.bytes, as: UTF8.self).contains("\"y\":"))
                return revision
            }
        }
        let before = try revision()
        small.isNew = false
        let after = try revision()
        #expect(zip(before, after).map { $0 != $1 } == [false, true, false, false, false])
    }

    private struct Seen {
        var document = ""
        var widgets: [String: String] = [:]
        var places: [String: Double] = [:]
        var items: [String: String] = [:]
    }

    private func revisions(of small: SmallHome) throws -> Seen {
        try revisions(of: small.home())
    }

    private func revisions(of home: Home) throws -> Seen {
        var writer = JSONWriter()
        let revision = home.write(into: &writer)
        let json = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String: Any]
        var seen = Seen()
        seen.document = try #require(json?["revision"] as? String)
        #expect(seen.document == revision.description)
        for widget in try #require(json?["homeWidgets"] as? [[String: Any]]) {
            let id = try #require(widget["id"] as? String)
            seen.widgets[id] = try #require(widget["revision"] as? String)
            seen.places[id] = (widget["metrics"] as? [String: Any])?["y"] as? Double
            for item in try #require(widget["items"] as? [[String: Any]]) {
                seen.items[try #require(item["id"] as? String)] = try #require(item["revision"] as? String)
            }
        }
        return seen
    }
}
