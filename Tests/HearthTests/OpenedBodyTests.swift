import Foundation
import HomeFeed
import JSON
import SQLiteStore
import Testing

@testable import Catalogue
@testable import hearth

@Suite struct `The body of opened items` {
    private static let now: Instant = 1_700_000_000
    private let feed: HomeFeed
    private let snapshot: CatalogueSnapshot

    init() throws {
        let config = try HomeConfig(
            JSONValue(
                parsing: #"""
                    {"title": "Hearth",
                     "segments": [{"id": "homes", "title": "Homes", "widgets": [
                        {"id": "w", "title": "W", "layout": "HomeWidgetProductL", "source": {"kind": "newest"}}]}]}
                    """#.utf8
            )
        ) { _ in nil }
        // No user is read: the file is not needed once it is open.
        let store = try withFolder { try SQLiteStore(path: $0.path("empty.store"), readers: 1) }
        feed = HomeFeed(
            config: config,
            users: UserCache(of: store),
            cards: CardCache(),
            signingKey: Array(repeating: 7, count: 32),
            clock: { Self.now }
        )
        var builder = try SnapshotBuilder(kinds: .builtIn, memoryLimit: 1 << 20)
        let item = CatalogueItem(
            id: CatalogueItem.ID(kind: "product", id: "fj5089"),
            title: "Shoes",
            price: Money(amount: 90, currency: "EUR"),
            brand: Brand(id: "nike", name: "Nike")
        )
        try builder.add(PackedItem(item: item, arrival: 1, collectionArrivals: []).bytes.span, openedBy: 0)
        snapshot = try builder.snapshot(version: ItemVersion(history: 1, number: 1))
    }

    private func read(_ body: some Sequence<UInt8>) throws(BodyError) -> EventsBody {
        try EventsBody(opened: body, of: feed, in: snapshot, at: Self.now)
    }

    /// What is wrong with the body, or nothing.
    private func refusal(_ body: String) -> BodyError? {
        do throws(BodyError) {
            _ = try read(body.utf8)
            return nil
        } catch {
            return error
        }
    }

    @Test func `names items, in their order, which are opened now and at their price`() throws {
        let body = try read(#"{"items": ["listing:7129300520", "product:fj5089", "listing:a:b", "brand:nike"]}"#.utf8)
        let items = [("listing", "7129300520"), ("product", "fj5089"), ("listing", "a:b"), ("brand", "nike")]
            .map { CatalogueItem.ID(kind: $0.0, id: $0.1) }
        #expect(body.batch.events.map(\.content) == items.map { .action(.opened($0)) })
        #expect(body.batch.events.allSatisfy { $0.at == Self.now && $0.origin == nil })
        #expect(body.batch.events.map(\.price) == [nil, Money(amount: 90, currency: "EUR"), nil, nil])
        #expect(body.batch.id == nil && body.refused.isEmpty && body.indices == [0, 1, 2, 3])
    }

    @Test func `is read without unknown brands and banners`() throws {
        let body = try read(#"{"items": ["brand:adidas", "product:fj5089", "banner:sale", "listing:x"]}"#.utf8)
        #expect(body.refused.map(\.index) == [0, 2] && body.indices == [1, 3])
        // The store does not have the second one of the others.
        var outcome = BatchOutcome(counts: .empty)
        outcome.unknownItems = [1]
        let refused = body.refused(with: outcome)
        #expect(refused.map(\.index) == [0, 2, 3])
        #expect(refused.allSatisfy { $0.reason.code == .unknownItem })
        #expect(refused.last?.reason.message == #"there is no item "listing:x""#)
    }

    @Test func `names up to a thousand`() throws {
        func body(_ count: Int) -> String {
            #"{"items": [\#((0..<count).map { "\"listing:\($0)\"" }.joined(separator: ","))]}"#
        }
        #expect(try read(body(1_000).utf8).batch.events.count == 1_000)
        #expect(try #require(refusal(body(1_001))).message == "items: expected 1 to 1000 items, found a list of 1001")
    }

    private static let expected = #"expected an item such as "listing:7129300520" or "brand:nike", found"#

    @Test(arguments: [
        ("{}", #""items" is missing"#),
        ("[]", "expected an object, found a list of 0"),
        (#"{"items": []}"#, "items: expected 1 to 1000 items, found a list of 0"),
        (#"{"items": "listing:1"}"#, #"items: expected a list, found "listing:1""#),
        (#"{"items": null}"#, "items: expected a list, found null"),
        (#"{"item": ["listing:1"]}"#, #""items" is missing; unknown key "item"; did you mean "items"?"#),
        (#"{"items": [7]}"#, "items[0]: \(expected) 7"),
        (#"{"items": ["listing:1", "House:1"]}"#, #"items[1]: \#(expected) "House:1""#),
        (#"{"items": ["listing:"]}"#, #"items[0]: \#(expected) "listing:""#),
        (#"{"items": ["listing:a b", "7"]}"#, #"items[0]: \#(expected) "listing:a b"; items[1]: \#(expected) "7""#),
    ])
    func `is refused with everything that is wrong, each by its path`(body: String, message: String) throws {
        let error = try #require(refusal(body))
        #expect(error.message == message)
        if case .malformed = error { Issue.record("it is JSON") }
    }

    @Test(arguments: [
        "", "{", "nul", "{'items': 1}", "{\"items\": [\"listing:a\"]} x", "\u{feff}{}",
        String(repeating: "[", count: 100_000), String(repeating: #"{"items":"#, count: 100_000),
    ])
    func `is refused where it is no JSON`(body: String) throws {
        guard case .malformed = try #require(refusal(body)) else {
            Issue.record("it is no JSON")
            return
        }
    }
}
