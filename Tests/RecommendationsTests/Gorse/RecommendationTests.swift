import GorseAnswers
import Testing

@testable import Catalogue
@testable import Recommendations

@Suite(.timeLimit(.minutes(15))) struct `Recommendations of a service` {
    private let clock = VirtualClock()

    /// A service with the responses to these paths and queries after `/api/`.
    private func recommendations(
        _ answers: [String: FakeTransport.Outcome],
        page: Int = 5,
        _ change: (inout GorseOptions) -> Void = { _ in }
    ) -> (GorseClient, FakeTransport) {
        let transport = FakeTransport { request in
            answers[String(request.url.dropFirst("http://gorse:8087/api/".count))] ?? .gorse(.itemToItemNotEnabled)
        }
        let client = GorseClient(transport, clock) { options in
            options.pageSize = page
            change(&options)
        }
        return (client, transport)
    }

    private func list(_ ids: some Sequence<String>) -> FakeTransport.Outcome {
        .gorse(.scores(ids.map { $0.contains(":") ? $0 : "listing:\($0)" }))
    }

    private func request(
        _ snapshot: CatalogueSnapshot,
        _ user: String? = "u1",
        search: ItemFilter? = nil,
        opened: [String] = [],
        kinds: [String] = ["listing"],
        count: Int = 3
    ) -> RecommendationRequest {
        let history = UserRecord(
            lastSearch: search.map { UserSearch(filter: $0) },
            opened: opened.map { CatalogueItem.ID($0) ?? .house($0) }
        )
        return RecommendationRequest(
            user: user.flatMap { UserID($0) },
            query: RecommendationQuery(record: CachedUserRecord(history), kinds: kinds),
            snapshot: snapshot,
            now: 2_000,
            count: count
        )
    }

    /// The ids of the items that are shown for the request.
    private func shown(_ service: GorseClient, _ request: RecommendationRequest) async throws -> [String] {
        let ranked = try await service.recommendations(for: request)
        let snapshot = request.snapshot
        return snapshot.ranking(of: ranked.compactMap { snapshot.row(of: $0) }, for: request.query, at: request.now)
            .best(request.count, in: snapshot, at: request.now)
            .map { snapshot.id(of: $0.row).id }
    }

    @Test func `keep the order of the service, without repeated and unknown items`() async throws {
        let product = CatalogueItem(id: CatalogueItem.ID(kind: "product", id: "p"), title: "p")
        let snapshot = try makeSnapshot(["a", "b", "c", "d", "e"].map { .house($0) } + [product])
        let (service, transport) = recommendations([
            "recommend/u1?n=5": list(["d", "product:p", "b", "d", "gone"]),
            "recommend/u1?n=5&offset=5": list(["b", "a", "e"]),
        ])
        #expect(try await shown(service, request(snapshot)) == ["d", "b", "a"])
        #expect(transport.requests.count == 2)
        #expect(try await service.recommendations(for: request(snapshot, count: 0)).isEmpty)
        #expect(try await shown(service, request(snapshot, kinds: ["listing", "product"])) == ["d", "p", "b"])
    }

    @Test(arguments: ["product", "restaurant"]) func `are items of any kind`(kind: String) async throws {
        let kinds = KindTable([Kind(name: "listing"), Kind(name: "product"), Kind(name: "restaurant")])
        let items = ["1", "2", "3"].map { CatalogueItem(id: CatalogueItem.ID(kind: kind, id: $0), title: $0) }
        let snapshot = try makeSnapshot([.house("1"), .house("4")] + items, kinds: kinds)
        let (service, _) = recommendations([
            "recommend/u1?n=5": list(["1", "4", "\(kind):2"]), "recommend/u1?n=5&offset=5": list([]),
            "item/\(kind)%3A1/neighbors?n=5": list(["\(kind):1", "\(kind):3"]),
        ])
        let wanted = request(snapshot, opened: ["4", "\(kind):1"], kinds: [kind])
        #expect(try await shown(service, wanted) == ["2", "3"])
    }

    @Test func `show fitting items first, keep to the market, and leave out opened items`() async throws {
        let snapshot = try makeSnapshot(
            (0..<20).map { .house("\($0)", price: Int64($0), market: $0 % 4 == 3 ? "seattle" : "toledo") }
        )
        let search = ItemFilter(market: "toledo", price: ClosedInterval(min: 10))
        let (service, _) = recommendations(["recommend/u1?n=50": list((0..<20).map(String.init))], page: 50)
        let found = try await shown(service, request(snapshot, search: search, opened: ["1", "12"], count: 8))
        // Fits are 10, 13, 14, 16, 17, 18 of the market and not opened; two places are kept for the others.
        #expect(found == ["10", "13", "14", "16", "17", "18", "0", "2"])
    }

    @Test func `are the popular or the latest items for an anonymous user`() async throws {
        let snapshot = try makeSnapshot(["a", "b"].map { .house($0) })
        let answers = ["non-personalized/top?n=5": list(["a"]), "latest?n=5": list(["b"])]
        let (latest, _) = recommendations(answers)
        #expect(try await shown(latest, request(snapshot, nil)) == ["b"])
        let (popular, _) = recommendations(answers) { $0.popular = "top" }
        #expect(try await shown(popular, request(snapshot, nil)) == ["a"])
    }

    @Test func `are filled up with items similar to the one opened last`() async throws {
        let snapshot = try makeSnapshot(["a", "b", "c", "d"].map { .house($0) })
        let answers = [
            "recommend/u1?n=5": list(["c", "a"]), "recommend/u1?n=5&offset=5": .gorse(.empty),
            "item/listing%3Ab/neighbors?n=5": list(["a", "c", "d"]),
        ]
        let (service, _) = recommendations(answers)
        #expect(try await shown(service, request(snapshot, opened: ["b", "a"])) == ["c", "d"])
        // If that fails or finds nothing, some are better than none.
        for similar in [GorseAnswer.itemToItemNotEnabled, .null] {
            let answers = answers.merging(["item/listing%3Ab/neighbors?n=5": .gorse(similar)]) { $1 }
            let (other, _) = recommendations(answers)
            #expect(try await shown(other, request(snapshot, opened: ["b", "a"])) == ["c"])
        }
    }

    @Test func `are requested by category if categories are markets`() async throws {
        let snapshot = try makeSnapshot([.house("a"), .house("b", market: "seattle")])
        let answers = [
            "recommend/u1?n=5&category=seattle": list(["b"]), "recommend/u1?n=5&offset=5&category=seattle": list([]),
        ]
        let (service, _) = recommendations(answers) { $0.categoriesAreMarkets = true }
        #expect(try await shown(service, request(snapshot, search: ItemFilter(market: "seattle"))) == ["b"])
    }

    @Test func `fail if the service fails`() async throws {
        let snapshot = try makeSnapshot([.house("a")])
        let (service, transport) = recommendations(["recommend/u1?n=5": .failure(.timedOut)])
        await #expect(throws: RecommendationError.timedOut) {
            try await service.recommendations(for: request(snapshot))
        }
        await #expect(
            throws: RecommendationError.unavailable("it answered 404: item-to-item recommendation is not enabled")
        ) {
            try await service.recommendations(for: request(snapshot, "u2"))
        }
        #expect(transport.requests.count == 2)
    }
}
