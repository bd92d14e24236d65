import Foundation
import SeededRandom
import Testing

@testable import Catalogue
@testable import Recommendations

/// Rankings of candidates against a scoring of every item, for users of real house sales.
@Suite struct `The items among retrieved candidates` {
    /// The sales of `Tests/Fixtures/listings.csv`, twice as many as are all candidates.
    private let catalogue: SampleCatalogue

    init() throws { catalogue = try SampleCatalogue(Self.sales()) }

    private static func sales() throws -> [CatalogueItem] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/listings.csv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
        return lines.enumerated().map { number, line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            return House(
                type: fields[1] == "one" ? .house : fields[1] == "two" ? .townhouse : .other,
                price: Money(amount: Int64(fields[0])! * 100, currency: "USD"),
                bedrooms: Int(fields[4]),
                bathrooms: Double(fields[5])! + Double(fields[6])! / 2,
                area: Double(fields[2])! * 0.09290304,
                place: Coordinate(latitude: Double(fields[9])!, longitude: Double(fields[8])!),
                listedAt: Instant(seconds: Int64(fields[7])! * 3_600)
            ).item("\(number)")
        }
    }

    /// A user who looks for something like a sale.
    private struct Seeker {
        let wanted: CatalogueItem
        private let rows: [ItemRow]
        private let snapshot: CatalogueSnapshot

        init(in catalogue: SampleCatalogue, _ random: inout SplitMix64) {
            snapshot = catalogue.snapshot
            rows = snapshot.rows(ofKind: "listing")
            wanted = snapshot.item(rows.randomElement(using: &random)!)!
        }

        /// Of some forty sales, those nearest to the wanted one and its price.
        func openings(_ count: Int, _ random: inout SplitMix64) -> [CatalogueItem.ID] {
            let seen = (0..<40).map { _ in snapshot.item(rows.randomElement(using: &random)!)! }
            func difference(_ item: CatalogueItem) -> Double {
                let price = Double(item.price!.amount) / Double(wanted.price!.amount)
                return abs(log(price)) + item.place!.distance(to: wanted.place!) / 10_000
            }
            return seen.sorted { difference($0) < difference($1) }.prefix(count).map(\.id)
        }

        func search(_ random: inout SplitMix64) -> UserSearch {
            var filter = ItemFilter(market: "toledo")
            if Bool.random(using: &random) {
                filter.place = Area(
                    center: wanted.place!,
                    radius: [2_000, 5_000, 10_000].randomElement(using: &random)!
                )
            }
            let price = Double(wanted.price!.amount)
            filter.price = ClosedInterval(
                min: Bool.random(using: &random) ? Int64(0.7 * price) : nil,
                max: Int64(1.2 * price)
            )
            if Bool.random(using: &random), let bedrooms = wanted.attributes["bedrooms"],
                case .number(let least) = bedrooms
            {
                filter.attributes["bedrooms"] = .range(ClosedInterval(min: least, max: nil))
            }
            if Int.random(in: 0..<4, using: &random) == 0 { filter.attributes["type"] = .anyOf(["house"]) }
            return UserSearch(kind: "listing", filter: filter)
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `are at least 95% of the best twelve, for users with openings, a search or a place`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let (snapshot, now) = (catalogue.snapshot, Instant(seconds: 1_000_000 * 3_600))
        var learner = InteractionLearner()
        var position: Int64 = 0
        for user in 0..<200 {
            for id in Seeker(in: catalogue, &random).openings(.random(in: 1...10, using: &random), &random) {
                position += 1
                learner.learn(
                    UserEvent(position: position, user: UserID("u\(user)")!, action: .opened(id), at: now - 1)
                )
            }
        }
        let learned = LearnedIndex(learner.published, in: snapshot)
        var everything = CandidateSizes()
        everything.all = .max
        var (same, count) = (0, 0)
        for number in 0..<500 {
            let seeker = Seeker(in: catalogue, &random)
            let record = UserRecord(
                lastSearch: number % 3 < 2 ? seeker.search(&random) : nil,
                opened: number % 3 > 0 ? seeker.openings(.random(in: 1...10, using: &random), &random) : []
            )
            let place = number % 4 == 0 ? seeker.wanted.place : nil
            let query = RecommendationQuery(record: CachedUserRecord(record), place: place, kinds: ["listing"])
            func best(_ sizes: CandidateSizes) -> Set<ItemRow> {
                let ranking = RecommendationRanking(query, snapshot, learned, RecommendationWeights(), sizes, at: now)
                return Set(ranking.best(40).best(12, in: snapshot, at: now).map(\.row))
            }
            let (retrieved, all) = (best(CandidateSizes()), best(everything))
            same += retrieved.intersection(all).count
            count += all.count
        }
        #expect(count == 6_000)
        #expect(Double(same) >= 0.95 * Double(count), "\(same) of \(count)")
        // Not all rows are candidates.
        #expect(snapshot.count > 2 * CandidateSizes().all)
    }
}
