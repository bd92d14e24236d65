import Catalogue

/// The openings per visit of the users of an arm: Σ openings / Σ visits.
///
/// Users are independent, but the visits of one user are not. The variance is that of a ratio of two means over users,
/// by the delta method: A. Deng, U. Knoblich and J. Lu, “Applying the Delta Method in Metric Analytics”, KDD 2018,
/// section 3.
struct OpeningsPerVisit: Hashable, Sendable {
    let value: Double
    /// `nil` for a single user, without openings, or if all users open equally much in each visit.
    let variance: Double?

    /// `nil` without visits.
    init?(_ sums: ArmTotal.Sums) {
        guard sums.users > 0, sums.visits > 0 else { return nil }
        let (users, visits) = (Double(sums.users), Double(sums.visits))
        let ratio = Double(sums.opened) / visits
        value = ratio
        // With the openings o and the visits v of each user, o − ratio · v has the mean 0: the sum of its squares is
        // (users − 1) · (var(o) − 2 · ratio · cov(o, v) + ratio² · var(v)).
        let terms = [
            Double(sums.openedSquared), -2 * ratio * Double(sums.visitsOpened),
            ratio * ratio * Double(sums.visitsSquared),
        ]
        let squares = terms.reduce(0, +)
        // Below this, the sum is a rounding error of its terms.
        let least = 1e-12 * terms.reduce(0) { $0 + $1.magnitude }
        variance = users > 1 && squares > least ? users / (users - 1) * squares / (visits * visits) : nil
    }

    var estimate: IntervalEstimate { IntervalEstimate(value: value, variance: variance) }
}

struct ArmComparison: Hashable, Sendable {
    let difference: IntervalEstimate
    /// The difference relative to the other arm: 0.05 for 5% more openings per visit. `nil` if the other arm has no
    /// openings.
    ///
    /// The interval is that of E. C. Fieller, “Some Problems in Interval Estimation”, JRSS B 16 (1954), 175–185. It
    /// excludes 0 if and only if the interval of the difference does. It is `nil` if the openings per visit of the
    /// other arm may be 0: then it has no bound.
    let lift: IntervalEstimate?

    /// `nil` without an interval.
    var excludesZero: Bool? { difference.interval.map { !$0.contains(0) } }

    init(_ arm: OpeningsPerVisit, with other: OpeningsPerVisit) {
        let variances = arm.variance.flatMap { variance in other.variance.map { (variance, $0) } }
        difference = IntervalEstimate(value: arm.value - other.value, variance: variances.map(+))
        guard other.value > 0 else {
            lift = nil
            return
        }
        lift = IntervalEstimate(
            value: arm.value / other.value - 1,
            interval: variances.flatMap { Self.interval(ofLift: (arm.value, $0.0), over: (other.value, $0.1)) }
        )
    }

    /// The lifts θ − 1 for which |a − θb| is at most the quantile times its standard deviation: between the roots of a
    /// quadratic equation.
    private static func interval(
        ofLift a: (value: Double, variance: Double),
        over b: (value: Double, variance: Double)
    ) -> ClosedRange<Double>? {
        let square = IntervalEstimate.quantile * IntervalEstimate.quantile
        let leading = b.value * b.value - square * b.variance
        guard leading > 0 else { return nil }
        let constant = a.value * a.value - square * a.variance
        let middle = a.value * b.value
        let root = max(0, middle * middle - leading * constant).squareRoot()
        return (middle - root) / leading - 1...(middle + root) / leading - 1
    }
}
