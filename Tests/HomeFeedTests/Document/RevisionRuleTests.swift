import Bytes
import Foundation
import Localization
import Recommendations
import Testing

@testable import HomeFeed
@testable import HomeLayout

/// Each change of content changes exactly the revisions that cover it.
@Suite struct `The revisions of a home` {
    private static let changes = [
        Change("an opened item", items: ["listing:7129300520"]) { ($0.isNew, $0.badge) = (false, nil) },
        Change("a badge") { $0.badge = Badge(count: 2, text: "2 new") },
        Change("a header", widgets: ["last-search"]) { $0.title = "New in Maumee" },
        Change("a layout that stands in for another", widgets: ["nearby"]) { $0.downgradedFrom = .grid },
        Change("a place on the page") { $0.style = PageStyle(top: 30, spacing: 24, bottom: 14) ?? .standard },
        Change("a source") { $0.source = "newest" }, Change("a rank") { $0.firstRank = 10 },
        Change("the config") { $0.configRevision = Revision(rawValue: 1) },
        Change("an arm") { $0.arms[0] = ExperimentArm(experiment: "map-first", arm: "control") },
        Change("all arms") { $0.arms = [] }, Change("the experiments alone") { $0.experiments = [] },
        Change("the time to a refresh") { $0.freshness = Freshness(refreshAfter: 60, staleWhileRevalidate: 86_400) },
        Change("the time after it") { $0.freshness = Freshness(refreshAfter: 300, staleWhileRevalidate: 60) },
    ]

    @Test(arguments: changes) private func `change for the document and what it covers`(change: Change) throws {
        var small = try SmallHome()
        let before = try revisions(of: small)
        change.apply(&small)
        let after = try revisions(of: small)
        #expect(after.document != before.document)
        #expect(after.widgets.filter { before.widgets[$0.key] != $0.value }.keys.sorted() == change.widgets)
        #expect(after.items.filter { before.items[$0.key] != $0.value }.keys.sorted() == change.items)
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

    @Test func `of cards tell every change of content`() {
        func card(_ title: String, image: String?) -> Card {
            Card(
                id: "product:a",
                kind: ItemKind(rawValue: "product"),
                title: title,
                caption: [],
                images: image.map { [$0] } ?? [],
                label: title
            ) { _ in }
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
        marks += Mismatches.texts.map { ItemMarks(match: .similar($0.0)) }
        let device = Device(width: 390, scale: 3)
        let layouts = [Layout.productL, .productM, .fullWidth, .brand]
        let writers = layouts.map {
            let metrics = Metrics(.standard($0), on: device, itemCount: 1)
            let localizer = SupportedLanguages.english.defaultLocalizer
            return ItemWriter(form: ItemForm(metrics), localizer: localizer)
        }
        let revisions = marks.flatMap { marks in
            writers.map { $0.revision(SmallHome.listing.storage.parts, marks, []) }
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

    /// A change of a home with the ids of the widgets and items whose revisions it changes.
    private struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let widgets: [String]
        let items: [String]
        let apply: @Sendable (inout SmallHome) -> Void

        init(
            _ name: String,
            widgets: [String] = [],
            items: [String] = [],
            _ apply: @escaping @Sendable (inout SmallHome) -> Void
        ) {
            (testDescription, self.widgets, self.items, self.apply) = (name, widgets, items, apply)
        }
    }

    private struct Seen {
        var document = ""
        var widgets: [String: String] = [:]
        var places: [String: Double] = [:]
        var items: [String: String] = [:]
    }

    private func revisions(of small: SmallHome) throws -> Seen {
        var writer = JSONWriter()
        let revision = try small.home().write(into: &writer)
        let json = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String: Any]
        var seen = Seen()
        seen.document = try #require(json?["revision"] as? String)
        #expect(seen.document == revision.description)
        for widget in try #require(json?["homeWidgets"] as? [[String: Any]]) {
            let id = try #require(widget["id"] as? String)
            seen.widgets[id] = try #require(widget["revision"] as? String)
            seen.places[id] = (widget["position"] as? [String: Any])?["items"] as? Double
            for item in try #require(widget["items"] as? [[String: Any]]) {
                seen.items[try #require(item["id"] as? String)] = try #require(item["revision"] as? String)
            }
        }
        return seen
    }
}
