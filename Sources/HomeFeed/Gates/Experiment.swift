import Bytes
import Catalogue
import HomeLayout
import JSON

/// A split of the users into arms, which divide the range of ``UserShare/place(of:in:)`` in the config's order. Users
/// after the last arm take no part, and neither do unknown users.
struct Experiment: Hashable, Sendable {
    let id: String
    /// At least one.
    let arms: [Arm]

    struct Arm: Hashable, Sendable {
        /// Unique in the experiment.
        let id: String
        /// Of all users, to the thousandth.
        let percent: FixedPoint
    }

    static let maximumCount = 16
    static let maximumArms = 16
    /// The longest id of an experiment or an arm, in bytes: each tracking token contains them.
    static let maximumIDLength = 32

    /// `nil` if the user takes no part.
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

/// A share of all users, the same in every process and at any time.
///
/// Nested in one experiment: users in its 10% are in its 25%. Independent between experiments.
struct UserShare: Hashable, Sendable {
    let experiment: String
    /// Of all users, 0…100, to the thousandth.
    let percent: FixedPoint

    func contains(_ user: UserID) -> Bool {
        Self.place(of: user, in: experiment) < percent.thousandths
    }

    /// 1,000 per percent.
    static let places = 100_000

    /// The place of a user in an experiment, 0..<``places``: `⌊h · places / 2⁶⁴⌋`, where `h` is the ``Revision`` of the
    /// experiment's id followed by the user's. It does not change between versions of Hearth.
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
        let experiments = value.array(of: "experiments", 0...maximumCount) { $0.object { Experiment(reading: &$0) } }
        value.reportRepeated((experiments ?? []).map(\.id), "experiment")
        return experiments.map { Dictionary($0.map { ($0.id, $0) }) { first, _ in first } }
    }

    private init(reading object: inout CheckedObject) {
        id = object.required("id")?.experimentID() ?? ""
        let list = object.required("arms")
        arms = list?.array(of: "arms", 1...Self.maximumArms) { $0.object(Arm.init(reading:)) } ?? []
        list?.reportRepeated(arms.map(\.id), "arm")
        let sum = FixedPoint(thousandths: arms.reduce(0) { $0 + $1.percent.thousandths })
        if sum > 100 { list?.report("the arms are of \(sum)% of the users, which is more than all") }
    }
}

extension Experiment.Arm {
    fileprivate init?(reading object: inout CheckedObject) {
        let id = object.required("id")?.experimentID()
        let percent = object.required("percent")?.points(in: 0...100)
        guard let id, let percent else { return nil }
        self.init(id: id, percent: percent)
    }
}

extension UserShare {
    /// Reads `{"experiment": "map-first", "percent": 25}`.
    init(reading object: inout CheckedObject) {
        experiment = object.required("experiment")?.identifier() ?? ""
        percent = object.required("percent")?.points(in: 0...100) ?? 0
    }
}

extension CheckedValue {
    fileprivate func experimentID() -> String? {
        guard let text = identifier() else { return nil }
        let limit = Experiment.maximumIDLength
        return text.utf8.count <= limit ? text : mismatch("at most \(limit) characters")
    }
}
