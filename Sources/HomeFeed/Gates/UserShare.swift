import Bytes
import Catalogue
import HomeLayout

/// A share of all users, the same ones for every replica and at any time.
///
/// Shares of one name lie in each other: who is in its 10% is in its 25%. Those of different names have nothing to do with
/// each other.
struct UserShare: Hashable, Sendable {
    /// What the share is of: it may be the id of an experiment, or any other name.
    let experiment: String
    /// How many in a hundred, 0…100, to the thousandth.
    let percent: FixedPoint

    func contains(_ user: UserID) -> Bool {
        Self.place(of: user, in: experiment) < percent.thousandths
    }

    /// How many places there are: a thousand to the percent.
    static let places = 100_000

    /// The place of a user in an experiment, 0..<``places``: `⌊h · places / 2⁶⁴⌋`, where `h` is the ``Revision`` of the
    /// experiment's id and the user's, in that order, as a whole number of 64 bits. It never changes between versions of
    /// the program.
    static func place(of user: UserID, in experiment: String) -> Int {
        let hash = Revision {
            $0.combine(experiment)
            $0.combine(user.rawValue)
        }
        return Int(hash.rawValue.multipliedFullWidth(by: UInt64(places)).high)
    }
}
