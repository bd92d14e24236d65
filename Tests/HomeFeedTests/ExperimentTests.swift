import Catalogue
import HomeLayout
import JSON
import SeededRandom
import Testing

@testable import HomeFeed

/// Guards the hash that assigns users to shares: stable, uniform and independent.
@Suite struct `The place of a user in an experiment` {
    private static let users = 60_000

    @Test(arguments: [
        ("map-first", "u1", 64_367), ("map-first", "u2", 81_224), ("map-first", "7129300520", 32_744),
        ("x", "u1", 82_696),
    ])
    func `never changes between versions of the program`(experiment: String, id: String, place: Int) throws {
        #expect(UserShare.place(of: try user(id), in: experiment) == place)
    }

    /// Pearson's χ² of counts that should be alike.
    private static func chiSquare(_ counts: [Int]) -> Double {
        let expected = Double(counts.reduce(0, +)) / Double(counts.count)
        return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
    }

    private static func ids(_ kind: String, _ count: Int) -> [UserID] {
        var generator = SplitMix64(seed: 99)
        return (0..<count).compactMap {
            switch kind {
            case "numbers": UserID("\($0)")
            case "random": UserID(String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36))
            default: UserID("user-\(String(repeating: "x", count: $0 % 40))-\($0)@example.com")
            }
        }
    }

    /// With 99 degrees of freedom χ² is above 148.2 once in a thousand times; the users are the same each time.
    @Test(arguments: ["numbers", "random", "addresses"], ["map-first", "a", "search-ranking-2026"])
    func `is anywhere with the same chance`(kind: String, experiment: String) {
        var counts = [Int](repeating: 0, count: 100)
        for user in Self.ids(kind, Self.users) {
            let place = UserShare.place(of: user, in: experiment)
            #expect((0..<UserShare.places).contains(place))
            counts[place / 1_000] += 1
        }
        #expect(Self.chiSquare(counts) < 148.2)
        // A chance that is off by a tenth in one of a hundred places does not pass.
        let shifted = counts.indices.map { counts[$0] + ($0 < 50 ? counts[$0] / 10 : 0) }
        #expect(Self.chiSquare(shifted) > 148.2)
    }

    @Test(arguments: [("map-first", "map-second"), ("a", "b"), ("x", "xx"), ("1", "2")])
    func `tells nothing of that in another`(one: String, other: String) {
        var counts = [Int](repeating: 0, count: 100)
        for user in Self.ids("numbers", Self.users) {
            let row = UserShare.place(of: user, in: one) / 10_000
            counts[row * 10 + UserShare.place(of: user, in: other) / 10_000] += 1
        }
        #expect(Self.chiSquare(counts) < 148.2)
        // Two places that are one fill the diagonal alone.
        #expect(Self.chiSquare(counts.indices.map { $0 % 11 == 0 ? Self.users / 10 : 0 }) > 148.2)
    }

    @Test func `makes shares that lie in each other`() {
        let shares = [0, 1, 10, 25, 100].map { UserShare(experiment: "x", percent: FixedPoint(integerLiteral: $0)) }
        let users = Self.ids("numbers", 10_000)
        let inside = shares.map { share in Set(users.filter(share.contains)) }
        for (smaller, larger) in zip(inside, inside.dropFirst()) { #expect(smaller.isSubset(of: larger)) }
        #expect(inside[0].isEmpty && inside[4].count == users.count)
        // Five standard deviations.
        #expect(abs(inside[3].count - 2_500) < 217)
        let tiny = UserShare(experiment: "x", percent: FixedPoint(thousandths: 1))
        #expect(UserShare.places == 100_000 && users.count { tiny.contains($0) } < 5)
    }
}

@Suite struct `An experiment` {
    private static func experiment(_ arms: String) throws -> Experiment {
        let text = #"[{"id": "e", "arms": [\#(arms)]}]"#
        let experiments = try CheckedValue.read(JSONValue(parsing: text.utf8), Experiment.experiments)
        return try #require(experiments["e"])
    }

    @Test func `gives each user one arm, in the config's shares`() throws {
        let experiment = try Self.experiment(
            #"""
            {"id": "a", "percent": 50}, {"id": "b", "percent": 12.5}, {"id": "c", "percent": 0}, {"id": "d",
             "percent": 30}
            """#
        )
        var counts: [String: Int] = [:]
        for number in 0..<40_000 {
            let user = try user("\(number)")
            let arm = experiment.arm(of: user)
            #expect(experiment.arm(of: user) == arm)
            counts[arm ?? "none", default: 0] += 1
        }
        for (arm, share) in [("a", 0.5), ("b", 0.125), ("d", 0.3), ("none", 0.075)] {
            let expected = 40_000 * share
            let deviation = (expected * (1 - share)).squareRoot()
            #expect(abs(Double(counts[arm, default: 0]) - expected) < 4 * deviation, "\(arm): \(counts)")
        }
        #expect(counts["c"] == nil)
    }

    @Test func `takes all users where its arms come to 100%`() throws {
        let experiment = try Self.experiment(#"{"id": "a", "percent": 99.999}, {"id": "b", "percent": 0.001}"#)
        for number in 0..<10_000 { #expect(experiment.arm(of: try user("\(number)")) != nil) }
    }
}
