import SeededRandom
import Testing

@testable import Catalogue
@testable import hearth

@Suite struct `The interval of a share` {
    /// R. G. Newcombe, “Two-sided confidence intervals for the single proportion”, Statistics in Medicine 17 (1998),
    /// table I, method 3.
    @Test(arguments: [
        (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718),
    ])
    func `equals published values`(count: Int64, total: Int64, low: Double, high: Double) throws {
        let estimate = try #require(IntervalEstimate(count: count, of: total))
        let interval = try #require(estimate.interval)
        #expect(estimate.value == Double(count) / Double(total))
        #expect(abs(interval.lowerBound - low) < 0.000_05 && abs(interval.upperBound - high) < 0.000_05, "\(interval)")
    }

    @Test func `stays between 0 and 1, and contains the share`() throws {
        for total in Int64(1)...40 {
            for count in 0...total {
                let estimate = try #require(IntervalEstimate(count: count, of: total))
                let interval = try #require(estimate.interval)
                #expect(
                    interval.lowerBound >= 0 && interval.upperBound <= 1 && interval.lowerBound < interval.upperBound
                )
                #expect(interval.contains(estimate.value))
                #expect((interval.lowerBound == 0) == (count == 0) && (interval.upperBound == 1) == (count == total))
            }
        }
        #expect(IntervalEstimate(count: .max, of: .max)?.value == 1)
    }

    @Test func `does not exist without trials`() {
        #expect(IntervalEstimate(count: 0, of: 0) == nil)
        #expect(IntervalEstimate(count: 2, of: 1) == nil)
        #expect(EventTotal.Counts.zero.openingRate == nil)
    }

    @Test func `counts what was opened as shown`() {
        #expect(EventTotal.Counts(shown: 3, opened: 5).openingRate?.value == 1)
        #expect(EventTotal.Counts(shown: 0, opened: 1).openingRate?.value == 1)
        #expect(EventTotal.Counts(shown: 4, opened: 1).openingRate?.value == 0.25)
    }
}

@Suite struct `Openings per visit` {
    @Test func `have the variance that a bootstrap over users finds`() throws {
        var random = SplitMix64(seed: 1)
        let users = SimulatedUsers.users(400, scale: 0.8, using: &random)
        let rate = try #require(OpeningsPerVisit(SimulatedUsers.sums(users)))
        let resamples = (0..<2_000).map { _ -> Double in
            var (opened, visits) = (0.0, 0.0)
            for _ in users {
                let user = users[Int(random.unit() * Double(users.count))]
                opened += Double(user.opened)
                visits += Double(user.visits)
            }
            return opened / visits
        }
        let mean = resamples.reduce(0, +) / Double(resamples.count)
        let variance = resamples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(resamples.count - 1)
        let found = try #require(rate.variance)
        #expect(abs(found / variance - 1) < 0.1, "\(found), bootstrap: \(variance)")
        // A binomial variance is far from it: the test can tell.
        let binomial = rate.value * (1 - rate.value) / Double(SimulatedUsers.sums(users).visits)
        #expect(binomial < variance / 2)
    }

    @Test func `have the variance of the definition`() throws {
        // Openings 0, 1, 5 in 1, 2, 3 visits: the ratio is 1, and o − v is -1, -1, 2.
        let sums = SimulatedUsers.sums([(1, 0), (2, 1), (3, 5)])
        let rate = try #require(OpeningsPerVisit(sums))
        #expect(rate.value == 1)
        // 3 users · 6 / 2, over 6² visits.
        #expect(try abs(#require(rate.variance) - 9.0 / 36) < 1e-12)
    }

    @Test func `do not exist without visits`() {
        #expect(OpeningsPerVisit(ArmTotal.Sums()) == nil)
        var sums = ArmTotal.Sums()
        sums.users = 3
        #expect(OpeningsPerVisit(sums) == nil)
    }

    @Test(arguments: [[(4, 2)], [(4, 0), (2, 0)], [(3, 1), (6, 2), (9, 3)]])
    func `have no interval if users do not differ`(users: [(Int64, Int64)]) throws {
        let rate = try #require(OpeningsPerVisit(SimulatedUsers.sums(users.map { ($0.0, $0.1) })))
        #expect(rate.variance == nil && rate.estimate.interval == nil)
        #expect(rate.value.isFinite)
    }
}
