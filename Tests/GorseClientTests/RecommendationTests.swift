import Catalogue
import Recommendations
import Relay
import Testing

@testable import GorseClient

@Suite(.timeLimit(.minutes(5))) struct `Recommendations of a service` {
    private let time = VirtualTime()

    /// A service that answers by the path and query behind `/api/`.
    private func recommendations(
        _ answers: [String: HeldTransport.Answer],
        from store: any PropertyStore,
        _ options: GorseRecommendations.Options = .init(),
        page: Int = 5
    ) -> (GorseRecommendations, HeldTransport) {
        let transport = HeldTransport { request in
            answers[String(request.url.dropFirst("http://gorse:8087/api/".count))] ?? .status(404)
        }
        let service = GorseService(transport, time) { $0.page = page }
        return (GorseRecommendations(service: service, store: store, options: options), transport)
    }

    private func list(_ ids: some Sequence<String>) -> HeldTransport.Answer {
        .ok("[" + ids.map { #"{"Id":"\#($0)","Score":1}"# }.joined(separator: ",") + "]")
    }

    private func request(
        _ user: String? = "u1",
        _ record: UserRecord = .unknown,
        count: Int = 3
    ) -> RecommendationRequest {
        RecommendationRequest(user: user.flatMap { UserID($0) }, record: record, place: nil, now: 2_000, count: count)
    }

    private func ids(_ found: [Recommendation], in store: any PropertyStore) async throws -> [String] {
        try await store.listings(found.map(\.listing.key), at: 2_000).compactMap { $0?.id }
    }

    @Test func `are in its order, each once, without what is unknown, as many as are wanted`() async throws {
        let store = try await makeStore(["a", "b", "c", "d", "e"].map { .house($0) })
        let (service, transport) = recommendations(
            [
                "recommend/u1?n=5": list(["d", "product:x", "b", "d", "gone"]),
                "recommend/u1?n=5&offset=5": list(["b", "a", "e"]),
            ],
            from: store
        )
        let found = try await service.recommendations(for: request())
        #expect(try await ids(found, in: store) == ["d", "b", "a"])
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.score > $1.score })
        #expect(transport.requests.count == 2)
        #expect(try await service.recommendations(for: request(count: 0)).isEmpty)
    }

    @Test func `have those first that fit, keep to the market, and leave out what was opened`() async throws {
        let contents = (0..<20).map {
            Listing.house("\($0)", price: Int64($0), market: $0 % 4 == 3 ? "seattle" : "toledo")
        }
        let store = try await makeStore(contents)
        let user = try #require(UserID("u1"))
        var search = SearchCriteria(market: "toledo")
        search.price.min = 10
        try await store.record(search, by: user)
        try await store.recordOpened([ItemID(kind: .listing, id: "12"), ItemID(kind: .listing, id: "1")], by: user)
        let record = try await store.record(of: user)
        let (service, _) = recommendations(
            ["recommend/u1?n=50": list((0..<20).map(String.init))],
            from: store,
            page: 50
        )
        let found = try await service.recommendations(for: request("u1", record, count: 8))
        // Fits are 10, 13, 14, 16, 17, 18 of the market and not opened; two places are kept for the others.
        #expect(try await ids(found, in: store) == ["10", "13", "14", "16", "17", "18", "0", "2"])
    }

    @Test func `leave out all that was opened, where the record does not hold all of it`() async throws {
        let store = try await makeStore((0..<40).map { .house("\($0)") })
        let user = try #require(UserID("u1"))
        for id in 0..<30 { try await store.recordOpened([ItemID(kind: .listing, id: "\(id)")], by: user) }
        let (service, _) = recommendations(
            ["recommend/u1?n=50": list((0..<40).map(String.init))],
            from: store,
            page: 50
        )
        let found = try await service.recommendations(for: request("u1", store.record(of: user), count: 20))
        #expect(try await ids(found, in: store) == (30..<40).map(String.init))
    }

    @Test func `are for somebody unknown what is popular, or what came last`() async throws {
        let store = try await makeStore(["a", "b"].map { .house($0) })
        let answers = ["non-personalized/top?n=5": list(["a"]), "latest?n=5": list(["b"])]
        let (latest, _) = recommendations(answers, from: store)
        #expect(try await ids(latest.recommendations(for: request(nil)), in: store) == ["b"])
        var options = GorseRecommendations.Options()
        options.popular = "top"
        let (popular, _) = recommendations(answers, from: store, options)
        #expect(try await ids(popular.recommendations(for: request(nil)), in: store) == ["a"])
    }

    @Test func `are filled up with what is like the listing opened last`() async throws {
        let store = try await makeStore(["a", "b", "c", "d"].map { .house($0) })
        let user = try #require(UserID("u1"))
        try await store.recordOpened(["a", "b"].map { ItemID(kind: .listing, id: $0) }, by: user)
        let answers = [
            "recommend/u1?n=5": list(["c", "a"]), "recommend/u1?n=5&offset=5": .ok("null"),
            "item/b/neighbors?n=5": list(["a", "c", "d"]),
        ]
        let (service, _) = recommendations(answers, from: store)
        let record = try await store.record(of: user)
        #expect(try await ids(service.recommendations(for: request("u1", record)), in: store) == ["c", "d"])
        // Where that does not go, some are better than none.
        let (other, _) = recommendations(answers.filter { !$0.key.hasPrefix("item") }, from: store)
        #expect(try await ids(other.recommendations(for: request("u1", record)), in: store) == ["c"])
    }

    @Test func `are asked for by category where that is the market`() async throws {
        let store = try await makeStore([.house("a"), .house("b", market: "seattle")])
        let user = try #require(UserID("u1"))
        try await store.record(SearchCriteria(market: "seattle"), by: user)
        var options = GorseRecommendations.Options()
        options.categoriesAreMarkets = true
        let (service, _) = recommendations(
            ["recommend/u1?n=5&category=seattle": list(["b"]), "recommend/u1?n=5&offset=5&category=seattle": list([])],
            from: store,
            options
        )
        #expect(try await ids(service.recommendations(for: request("u1", store.record(of: user))), in: store) == ["b"])
    }

    @Test func `fail where the service does`() async throws {
        let store = try await makeStore([.house("a")])
        let (service, transport) = recommendations(["recommend/u1?n=5": .failure(.timedOut)], from: store)
        await #expect(throws: RecommendationError.timedOut) { try await service.recommendations(for: request()) }
        await #expect(throws: RecommendationError.unavailable("it answered 404")) {
            try await service.recommendations(for: request("u2"))
        }
        #expect(transport.requests.count == 2)
    }
}
