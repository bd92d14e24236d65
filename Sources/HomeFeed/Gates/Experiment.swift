import Bytes
import Catalogue
import HomeLayout
import JSON

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

extension Experiment {
    /// Reads the experiments of a config:
    /// `[{"id": "map-first", "arms": [{"id": "control", "percent": 50}, {"id": "map", "percent": 50}]}]`.
    static func experiments(reading value: CheckedValue) -> [String: Experiment]? {
        let experiments = value.array(of: "experiments", 0...maximumCount) { $0.object(Experiment.init(reading:)) }
        value.reportRepeated((experiments ?? []).map(\.id), "experiment")
        return experiments.map { Dictionary($0.map { ($0.id, $0) }) { first, _ in first } }
    }

    private init?(reading object: inout CheckedObject) {
        let id = object.required("id")?.identifier(upTo: Self.maximumIDLength)
        guard let list = object.required("arms"),
            let arms = list.array(of: "arms", 1...Self.maximumArms, { $0.object(Arm.init(reading:)) })
        else { return nil }
        list.reportRepeated(arms.map(\.id), "arm")
        let sum = FixedPoint(thousandths: arms.reduce(0) { $0 + $1.percent.thousandths })
        if sum > 100 { list.report("the arms are of \(sum)% of the users, which is more than all") }
        guard let id else { return nil }
        self.init(id: id, arms: arms)
    }
}

extension Experiment.Arm {
    fileprivate init?(reading object: inout CheckedObject) {
        let id = object.required("id")?.identifier(upTo: Experiment.maximumIDLength)
        let percent = object.required("percent")?.points(in: 0...100)
        guard let id, let percent else { return nil }
        self.init(id: id, percent: percent)
    }
}

extension CheckedValue {
    fileprivate func identifier(upTo length: Int) -> String? {
        guard let text = identifier() else { return nil }
        guard text.utf8.count <= length else { return mismatch("at most \(length) characters") }
        return text
    }
}
