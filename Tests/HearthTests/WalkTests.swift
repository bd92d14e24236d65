import HTTPTestClient
import Catalogue
import SQLiteStore
import Testing

extension `The program` {
    @Suite struct `A walk through a widget` {
        private static let pages = 500

        @Test func `of five hundred pages shows what stays exactly once, while listings come and go`() async throws {
            try await withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                // Another process writes to the same store; here it is this one.
                let catalogue = try SQLiteStore(path: store, readers: 1)
                _ = try await catalogue.upsert(
                    (0..<10 * Self.pages).map { .offered("old-\($0)", at: 800_000_000 + Int64($0)) }
                )
                try await withServer(on: store, in: folder) { server in
                    #expect(try server.request("POST", "/users/u1/searches", body: "{}").status == 201)
                    try await walk(server, catalogue)
                }
            }
        }

        private func walk(_ server: RunningServer, _ catalogue: SQLiteStore) async throws {
            let before = try await catalogue.newest(matching: SearchCriteria(), at: 0, limit: 20 * Self.pages)
            var generator = SystemRandomNumberGenerator()
            var removed: Set<String> = []
            var seen: [String] = []
            var page = try server.home("/home/widgets/last-search?width=390&user=u1")
            for number in 1...Self.pages {
                seen += page.itemIDs
                if number == Self.pages { break }
                if number.isMultiple(of: 5) {
                    let gone = (0..<5).compactMap { _ in before.randomElement(using: &generator)?.id }
                    _ = try await catalogue.remove(listings: gone)
                    removed.formUnion(gone)
                    let moment = try #require(before.randomElement(using: &generator)).listedAt
                    _ = try await catalogue.upsert((0..<5).map { .offered("new-\(number)-\($0)", at: moment) })
                }
                page = try server.home(try #require(page["loadMore"]["href"].string, "page \(number) is not the last"))
            }
            #expect(seen.count == 10 * Self.pages)
            #expect(Set(seen).count == seen.count, "none twice")
            let shown = Set(seen)
            let last = try #require(before.lastIndex { shown.contains("listing:\($0.id)") })
            let stayed = before[...last].map(\.id).filter { !removed.contains($0) }.map { "listing:\($0)" }
            #expect(Set(stayed).subtracting(seen).isEmpty, "no gap")
        }
    }
}

extension Listing {
    fileprivate static func offered(_ id: String, at moment: Int64) -> Listing {
        Listing(
            id: id,
            title: "New",
            type: .house,
            price: Money(amount: 1, currency: "USD"),
            market: "toledo",
            listedAt: moment
        )
    }
}
