import HomeLayout
import Catalogue

/// An experiment: which users see what, by their arm.
///
/// The arms lie side by side on the user's place (``UserShare/place(of:in:)``), in the config's order. Who is behind the
/// last one, because the arms are of less than 100%, takes no part, and neither does who is not known.
struct Experiment: Hashable, Sendable {
    let id: String
    /// The arms; at least one.
    let arms: [Arm]

    /// A group of users.
    struct Arm: Hashable, Sendable {
        /// Unique among the experiment's arms.
        let id: String
        /// How many users in a hundred, to the thousandth.
        let percent: FixedPoint
    }

    /// The most experiments of a config.
    static let maximumCount = 16
    /// The most arms of one.
    static let maximumArms = 16
    /// The longest id of an experiment or an arm, in bytes: it stands in the token of each item.
    static let maximumIDLength = 32

    /// The id of the user's arm; `nil` where the user takes no part.
    func arm(of user: UserID) -> String? {
        let place = UserShare.place(of: user, in: id)
        var end = 0
        for arm in arms {
            end += arm.percent.thousandths
            if place < end { return arm.id }
        }
        return nil
    }
}
