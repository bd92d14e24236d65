import Catalogue
import HomeLayout
import JSON

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
