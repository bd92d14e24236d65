import SeededRandom

@testable import Catalogue

/// Users who differ much: each has a probability of opening something in a visit, scale · r⁴ with r uniform in 0…1, and
/// 1 to 20 visits.
enum SimulatedUsers {
    /// The expected openings per visit: r⁴ is 1/5 on average, and visits do not depend on it.
    static func openingsPerVisit(scale: Double) -> Double { scale / 5 }

    static func users(
        _ count: Int,
        scale: Double,
        using random: inout SplitMix64
    ) -> [(visits: Int64, opened: Int64)] {
        (0..<count).map { _ in
            let r = random.unit()
            let probability = scale * r * r * r * r
            let spread = random.unit()
            let visits = 1 + Int(20 * spread * spread)
            let opened = (0..<visits).count { _ in random.unit() < probability }
            return (Int64(visits), Int64(opened))
        }
    }

    static func sums(_ users: [(visits: Int64, opened: Int64)]) -> ArmTotal.Sums {
        users.reduce(into: ArmTotal.Sums()) { sums, user in
            sums.users += 1
            sums.visits += user.visits
            sums.shown += 10 * user.visits
            sums.opened += user.opened
            sums.visitsSquared += user.visits * user.visits
            sums.openedSquared += user.opened * user.opened
            sums.visitsOpened += user.visits * user.opened
        }
    }

    /// An experiment with two arms of `count` users each.
    static func experiment(_ count: Int, scales: (control: Double, other: Double), seed: UInt64) -> [ArmTotal] {
        var random = SplitMix64(seed: seed &* 0x9e37_79b9)
        return [("control", scales.control), ("other", scales.other)].map { arm, scale in
            let arm = EventOrigin.Arm(experiment: "x", arm: arm)
            return ArmTotal(arm: arm, sums: sums(users(count, scale: scale, using: &random)))
        }
    }
}
