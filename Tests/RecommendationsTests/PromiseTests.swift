import Catalogue
import Recommendations
import Testing

/// A random catalogue, and a user of whom something is known in most cases.
private struct Scene {
    let contents: [Listing]
    let opened: Set<String>
    let request: RecommendationRequest

    init(seed: UInt64) {
        var generator = SplitMix(state: seed)
        let contents = (0..<400).map { Listing.random($0, &generator) }
        let latest = contents.shuffled(using: &generator).prefix([0, 1, 5, 20].randomElement(using: &generator)!)
        // A record that is not full is all that was opened.
        let before = latest.count == 20 ? contents.shuffled(using: &generator).prefix(40) : []
        let catalogue = Catalogue(contents)
        self.contents = contents
        let opened = Set((latest + before).map(\.id))
        self.opened = opened
        // Where a user has opened many, a record does not tell of all.
        let tellsAll = latest.count < 20 || Bool.random(using: &generator)
        request = RecommendationRequest(
            user: UserID("u1"),
            record: UserRecord(
                lastSearch: Int.random(in: 0...4, using: &generator) == 0 ? nil : .random(&generator),
                recentlyOpened: latest.map { catalogue.hit($0.id) },
                opened: tellsAll ? ItemKeys(opened.map { catalogue.hit($0).key }) : nil
            ),
            place: Bool.random(using: &generator) ? .random(&generator) : nil,
            now: 0,
            count: .random(in: 1...60, using: &generator)
        )
    }

    var catalogue: Catalogue { Catalogue(contents, opened: opened) }
}

@Suite struct `The embedded engine keeps its promise that` {
    @Test(arguments: 0..<100)
    func `answers are bounded, free of repeats, new to the user, in the market, fits first`(seed: UInt64) async throws {
        let scene = Scene(seed: seed)
        let catalogue = scene.catalogue
        let found = try await EmbeddedRecommendations(store: catalogue).recommendations(for: scene.request)
        let listings = found.map { catalogue.listing($0.listing) }

        #expect(found.count <= min(scene.request.count, EmbeddedRecommendations.maximumCount))
        #expect(Set(listings.map(\.id)).count == found.count)
        #expect(scene.opened.isDisjoint(with: listings.map(\.id)))
        #expect(found.allSatisfy { (0...1).contains($0.score) })

        let search = scene.request.record.lastSearch ?? SearchCriteria()
        #expect(listings.allSatisfy { search.market == nil || $0.market == search.market })
        let fits = found.map { SearchFit(of: $0.listing, to: search).fits }
        #expect(fits == listings.map(search.asksFor))
        let firstOther = fits.firstIndex(of: false) ?? fits.count
        #expect(!fits[firstOther...].contains(true))
        for group in [found[..<firstOther], found[firstOther...]] {
            #expect(zip(group, group.dropFirst()).allSatisfy { $0.score >= $1.score })
        }
    }

    @Test(arguments: 0..<30)
    func `the same request has the same answer, in whatever order the store finds things`(seed: UInt64) async throws {
        let scene = Scene(seed: seed)
        guard scene.request.record != .unknown else { return }
        let expected = try await EmbeddedRecommendations(store: scene.catalogue).recommendations(for: scene.request)
        for shuffle in 0..<3 as Range<UInt64> {
            let shuffled = Catalogue(scene.contents, opened: scene.opened, shuffledBy: shuffle)
            let found = try await EmbeddedRecommendations(store: shuffled).recommendations(for: scene.request)
            #expect(found == expected)
        }
    }

    @Test(arguments: 0..<20)
    func `no order depends on the store's keys`(seed: UInt64) async throws {
        let scene = Scene(seed: seed)
        let forwards = scene.catalogue
        let backwards = Catalogue(scene.contents.reversed(), opened: scene.opened)
        var request = scene.request
        request.record = UserRecord(
            lastSearch: request.record.lastSearch,
            recentlyOpened: request.record.recentlyOpened.map { backwards.hit(forwards.listing($0).id) },
            opened: request.record.opened.map { _ in ItemKeys(scene.opened.map { backwards.hit($0).key }) }
        )
        let one = try await EmbeddedRecommendations(store: forwards).recommendations(for: scene.request)
        let other = try await EmbeddedRecommendations(store: backwards).recommendations(for: request)
        #expect(one.map { forwards.listing($0.listing).id } == other.map { backwards.listing($0.listing).id })
    }

    @Test(arguments: 0..<50)
    func `the store is asked a bounded number of bounded questions`(seed: UInt64) async throws {
        let scene = Scene(seed: seed)
        let catalogue = scene.catalogue
        _ = try await EmbeddedRecommendations(store: catalogue).recommendations(for: scene.request)
        let questions = catalogue.questions
        #expect(!questions.isEmpty)
        #expect(questions.count <= EmbeddedRecommendations.maximumQueries)
        #expect(questions.count == Set(questions).count)
        for question in questions {
            switch question {
            case .newest(_, let limit), .nearby(_, let limit):
                #expect((1...EmbeddedRecommendations.candidatesPerQuery).contains(limit))
            case .opened(let count):
                let most = EmbeddedRecommendations.maximumQueries * EmbeddedRecommendations.candidatesPerQuery
                #expect(count <= most)
            }
        }
    }

    @Test func `the most that it asks of the store is what it says`() async throws {
        let houses = (0..<100).map { number in Listing.house("\(number)") { $0.place = .town.north(Double(number)) } }
        let catalogue = Catalogue(houses)
        let search = SearchCriteria(
            types: [.house],
            price: ClosedInterval(min: 100_000_00, max: 200_000_00),
            bedrooms: ClosedInterval(min: 3, max: 4),
            bathrooms: ClosedInterval(min: 1, max: 2),
            area: ClosedInterval(min: 100, max: 200),
            place: Area(center: .town, radius: 1_000)
        )
        let request = RecommendationRequest(
            user: UserID("u1"),
            record: UserRecord(
                lastSearch: search,
                recentlyOpened: houses.prefix(20).map { catalogue.hit($0.id) },
                opened: nil
            ),
            place: .town,
            now: 0,
            count: 10
        )
        _ = try await EmbeddedRecommendations(store: catalogue).recommendations(for: request)
        #expect(catalogue.questions.count == EmbeddedRecommendations.maximumQueries)
    }

    @Test(arguments: [SearchCriteria(), SearchCriteria(market: "toledo", bathrooms: ClosedInterval(min: 1))])
    func `a search that cannot be widened is asked once`(search: SearchCriteria) async throws {
        let catalogue = Catalogue([.house("a")])
        #expect(try await catalogue.recommendedIDs(search: search) == ["a"])
        #expect(catalogue.questions == [.newest(search, limit: EmbeddedRecommendations.candidatesPerQuery)])
    }

    @Test(arguments: [Int64.min, 0, .max])
    func `no search ends the process, however absurd its bounds`(end: Int64) async throws {
        let search = SearchCriteria(
            price: ClosedInterval(min: end, max: end),
            bedrooms: ClosedInterval(min: Int(end), max: Int(end)),
            area: ClosedInterval(min: Double(end), max: Double(end)),
            place: Area(center: .town, radius: .greatestFiniteMagnitude)
        )
        let request = RecommendationRequest(
            user: nil,
            record: UserRecord(lastSearch: search, recentlyOpened: []),
            place: nil,
            now: 0,
            count: .max
        )
        let catalogue = Catalogue([.house("a")])
        let found = try await EmbeddedRecommendations(store: catalogue).recommendations(for: request)
        #expect(found.isEmpty)
    }

    @Test func `what the store cannot do is told as the store tells it`() async {
        let record = UserRecord(lastSearch: SearchCriteria(), recentlyOpened: [])
        for record in [record, .unknown] {
            let request = RecommendationRequest(user: nil, record: record, place: nil, now: 0, count: 1)
            await #expect(throws: RecommendationError.store(.unavailable(StoreFailure(.ioError, "no disk")))) {
                try await EmbeddedRecommendations(
                    store: Catalogue(failure: .unavailable(StoreFailure(.ioError, "no disk")))
                )
                .recommendations(for: request)
            }
        }
    }
}
