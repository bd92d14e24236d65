import JSON
import Localization
import Testing

@testable import Catalogue
@testable import HomeFeed
@testable import HomeLayout

@Suite struct `A card cache` {
    private static let brand = Brand(id: "b", name: "B")
    private let config: HomeConfig

    init() throws {
        let layout = Layout.allCases[0].rawValue
        let text = HomeFeedTests.config(
            #"{"id": "w", "title": "W", "layout": "\#(layout)", "source": {"kind": "items"}}"#
        )
        config = try HomeConfig(JSONValue(parsing: text.utf8))
    }

    private func snapshot(_ title: String, count: Int = 1, others: [CatalogueItem] = []) throws -> CatalogueSnapshot {
        var builder = try SnapshotBuilder(kinds: .builtIn, memoryLimit: 16 << 20)
        let items = (0..<count).map {
            CatalogueItem(id: .init(kind: "product", id: "p\($0)"), title: title, brand: Self.brand)
        }
        for (number, item) in (items + others).enumerated() {
            let packed = PackedItem(item: item, arrival: Int64(number), collectionArrivals: [])
            try builder.add(packed.bytes.span, openedBy: 0)
        }
        return try builder.snapshot(version: ItemVersion(history: 1, number: 1))
    }

    private func cards(
        of rows: [ItemRow],
        in snapshot: CatalogueSnapshot,
        _ localizer: Localizer,
        _ cache: CardCache
    ) -> [Card] {
        let client = ClientForm(device: Device(width: 390), layouts: nil)
        let plan = SegmentPlan(config, config.segments[0], localizer, client)
        let inputs = HomeInputs(
            plan,
            FeedContext(snapshot: snapshot, request: HomeRequest(device: client.device), now: 0),
            FeedCaches(signer: TokenSigner(key: Array(repeating: 7, count: 32)), cards: cache)
        )
        var pass = HomePass(inputs, [:])
        for row in rows { pass.candidates.append(row) }
        var widget = PassWidget(plan: plan.widgets[0], choice: .none)
        widget.items = rows.indices
        pass.widgets = [widget]
        pass.findCards()
        #expect(pass.shown.hashes.count == rows.count)
        // Sound: the pass keeps the cards, and what is returned retains them.
        return pass.candidates.items.compactMap { item in unsafe item.card.map { unsafe Card($0.takeUnretainedValue()) }
        }
    }

    @Test func `renders a card once for each item, content and language`() throws {
        let cache = CardCache()
        let tags = try ["en-US", "en-GB"].map { try #require(LanguageTag($0)) }
        let languages = try tags.map { try #require(SupportedLanguages.english.localizer(for: $0)) }
        func ask(_ snapshot: CatalogueSnapshot, _ titles: String) throws {
            let row = try #require(snapshot.row(of: .init(kind: "product", id: "p0")))
            for localizer in languages {
                let card = try #require(cards(of: [row], in: snapshot, localizer, cache).first)
                #expect(card.id == "product:p0")
                #expect(try card.json().contains(#""title":"\#(titles)""#))
            }
        }
        let (first, second) = (try snapshot("a"), try snapshot("b"))
        for _ in 0..<3 { try ask(first, "a") }
        #expect(cache.statistics.misses == 2 && cache.statistics.hits == 4)
        for _ in 0..<3 { try ask(second, "b") }
        #expect(cache.statistics.misses == 4)
        // A home that still reads the former snapshot gets the former card.
        try ask(first, "a")
        // The same content in a newer snapshot is the same card.
        try ask(try snapshot("b"), "b")
        #expect(cache.statistics.misses == 4 && cache.statistics.hits == 12)
        #expect(cache.statistics.count == 4)
    }

    @Test func `shows the new name of a brand on all of its items`() throws {
        let cache = CardCache()
        var other = CatalogueItem(id: .init(kind: "product", id: "z"), title: "z", brand: Self.brand)
        for name in ["B", "Bé"] {
            other.brand?.name = name
            other.renamesBrand = true
            let snapshot = try snapshot("a", others: [other])
            let row = try #require(snapshot.row(of: .init(kind: "product", id: "p0")))
            let card = try #require(
                cards(of: [row], in: snapshot, SupportedLanguages.english.defaultLocalizer, cache).first
            )
            #expect(try card.json().contains(#""brand":{"id":"b","name":"\#(name)"}"#))
        }
    }

    @Test func `has cards that no one has asked for, in each language`() async throws {
        let layout = Layout.allCases[0].rawValue
        let world = try World(
            HomeFeedTests.config(#"{"id": "w", "title": "W", "layout": "\#(layout)", "source": {"kind": "items"}}"#),
            items: (0..<30).map { CatalogueItem(id: .init(kind: "product", id: "p\($0)"), title: "p") }
        )
        let (snapshot, cards) = (try world.snapshot, world.feed.caches.cards)
        let localizers = world.config.languages.knownLocalizers
        await world.feed.keepCards(of: snapshot, localizers)
        #expect(cards.statistics.count == 30 * localizers.count)
        #expect(try await world.home().itemIDs.first?.count ?? 0 > 0)
        #expect(cards.statistics.misses == 0 && cards.statistics.hits > 0)
        await world.feed.keepCards(of: snapshot, localizers)
        #expect(cards.statistics.count == 30 * localizers.count)
    }

    @Test func `prepares no more cards than stay in it, however large they are`() async throws {
        let layout = Layout.allCases[0].rawValue
        let world = try World(
            HomeFeedTests.config(#"{"id": "w", "title": "W", "layout": "\#(layout)", "source": {"kind": "items"}}"#),
            items: (0..<100).map {
                CatalogueItem(
                    id: .init(kind: "product", id: "p\($0)"),
                    title: String(repeating: "long ", count: 1_000)
                )
            },
            cards: CardCache(capacity: 400 << 10)
        )
        let (snapshot, cards) = (try world.snapshot, world.feed.caches.cards)
        let localizers = world.config.languages.knownLocalizers
        await world.feed.keepCards(of: snapshot, localizers)
        let (count, young) = (cards.statistics.count, ObjectIdentifier(cards.tables.young))
        #expect(count > 0 && count < 100)
        // None is missing the second time.
        await world.feed.keepCards(of: snapshot, localizers)
        #expect(cards.statistics.count == count && ObjectIdentifier(cards.tables.young) == young)
    }

    @Test func `holds no more bytes than its capacity`() throws {
        let cache = CardCache(capacity: 64 << 10)
        let snapshot = try snapshot("a", count: 2_000)
        let rows = snapshot.find(ItemQuery(), at: 0, limit: 2_000).map(\.row)
        #expect(cards(of: rows, in: snapshot, SupportedLanguages.english.defaultLocalizer, cache).count == 2_000)
        let statistics = cache.statistics
        #expect(statistics.misses == 2_000 && statistics.hits == 0)
        #expect(statistics.bytes <= 64 << 10 && statistics.bytes > 16 << 10)
        #expect(statistics.count < (64 << 10) / 96 && statistics.count > 50)
    }

    @Test func `keeps the cards that are in use, and gives each look-up the card of its item`() async throws {
        let cache = CardCache(capacity: 64 << 10)
        let snapshot = try snapshot("a", count: 400)
        let rows = snapshot.find(ItemQuery(), at: 0, limit: 400).map(\.row)
        let localizer = SupportedLanguages.english.defaultLocalizer
        // Some readers at a time, while the tables grow and are replaced.
        let wrong = await withTaskGroup(of: Int.self) { group in
            for reader in 0..<4 {
                group.addTask {
                    var wrong = 0
                    for round in 0..<200 {
                        let some = (0..<20).map { rows[($0 * 7 + round * (reader + 1)) % rows.count] }
                        let cards = cards(of: some, in: snapshot, localizer, cache)
                        wrong += some.count - cards.count
                        for (row, card) in zip(some, cards) where card.id != snapshot.id(of: row).description {
                            wrong += 1
                        }
                    }
                    return wrong
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
        #expect(cache.statistics.hits + cache.statistics.misses == 4 * 200 * 20)
        #expect(cache.statistics.bytes <= 64 << 10)
        // What is asked for again and again stays.
        let favourite = [rows[0]]
        _ = cards(of: favourite, in: snapshot, localizer, cache)
        let misses = cache.statistics.misses
        for other in rows.dropFirst() {
            let before = cache.statistics.misses
            _ = cards(of: favourite, in: snapshot, localizer, cache)
            #expect(cache.statistics.misses == before)
            _ = cards(of: [other], in: snapshot, localizer, cache)
        }
        #expect(cache.statistics.misses > misses)
    }
}
