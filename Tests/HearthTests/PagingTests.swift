import HTTPTestClient
import SQLiteStore
import Testing

@testable import Catalogue

extension `The program` {
    @Suite struct `Paging through a widget` {
        private static let pages = 500

        @Test func `shows each item that stays exactly once on five hundred pages, while listings come and go`()
            async throws
        {
            try await withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                // Another process may write to the same store; here this process does.
                let catalogue = try SQLiteStore(path: store, readers: 1)
                _ = try await catalogue.upsert(
                    (0..<10 * Self.pages).map { .offered("old-\($0)", at: 800_000_000 + Int64($0)) }
                )
                try await withServer(on: store, in: folder) { server in
                    #expect(try server.request("POST", "/users/u1/searches", body: "{}").status == 204)
                    try await walk(server, catalogue)
                }
            }
        }

        private func walk(_ server: RunningServer, _ catalogue: SQLiteStore) async throws {
            let before = try await newest(of: catalogue)
            var generator = SystemRandomNumberGenerator()
            var removed: Set<String> = []
            var seen: [String] = []
            var page = try server.home("/home/widgets/last-search?width=390&user=u1")
            for number in 1...Self.pages {
                seen += page.itemIDs
                if number == Self.pages { break }
                if number.isMultiple(of: 5) {
                    let gone = (0..<5).compactMap { _ in before.randomElement(using: &generator)?.id }
                    _ = try await catalogue.remove(gone)
                    removed.formUnion(gone.map(\.description))
                    let moment = try #require(before.randomElement(using: &generator)).listedAt
                    _ = try await catalogue.upsert((0..<5).map { .offered("new-\(number)-\($0)", at: moment) })
                }
                page = try server.home(try #require(page["loadMore"]["href"].string, "page \(number) is not the last"))
            }
            #expect(seen.count == 10 * Self.pages)
            #expect(Set(seen).count == seen.count, "no duplicates")
            let shown = Set(seen)
            let last = try #require(before.lastIndex { shown.contains($0.id.description) })
            let stayed = before[...last].map(\.id.description).filter { !removed.contains($0) }
            #expect(Set(stayed).subtracting(seen).isEmpty, "no gaps")
        }

        private func newest(of catalogue: SQLiteStore) async throws -> [CatalogueItem] {
            var items: [CatalogueItem] = []
            _ = try await catalogue.readAll { packed, _ in
                if let item = PackedItem(packed)?.item, item.id.kind == "listing" { items.append(item) }
            }
            return items.sorted { one, other in
                one.listedAt == other.listedAt ? one.id.id < other.id.id : one.listedAt > other.listedAt
            }
        }
    }
}

extension CatalogueItem {
    fileprivate static func offered(_ id: String, at moment: Instant) -> CatalogueItem {
        CatalogueItem(
            id: ID(kind: "listing", id: id),
            title: "New",
            price: Money(amount: 1, currency: "USD"),
            market: "toledo",
            listedAt: moment,
            attributes: ["type": .text("house")]
        )
    }
}
