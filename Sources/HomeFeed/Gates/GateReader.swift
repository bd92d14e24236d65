import Catalogue
import JSON

extension Gate {
    /// Reads the member `when` of a widget: one condition, or several in `all`, `any` and `not`.
    ///
    ///     {"all": [{"locale": ["de", "ar"]}, {"not": {"hasLastSearch": true}}, {"appVersion": {"min": "4.2"}}]}
    init?(reading value: CheckedValue, _ experiments: [String: Experiment]) {
        var reader = GateReader(experiments: experiments)
        let gate = reader.gate(value, depth: 1)
        if reader.conditions > Gate.maximumConditions {
            value.report("expected at most \(Gate.maximumConditions) conditions, found \(reader.conditions)")
        }
        guard let gate else { return nil }
        self = gate
    }
}

private struct GateReader {
    let experiments: [String: Experiment]
    var conditions = 0

    private enum Name: String, CaseIterable {
        case all, any, not
        case locale, platform, appVersion, hasPlace, hasLastSearch, signedIn, share, experiment, window
    }

    /// The most gates in `all` or `any`, and the most languages or platforms in a list.
    static let listLengths = 1...Gate.maximumConditions

    mutating func gate(_ value: CheckedValue, depth: Int) -> Gate? {
        guard depth <= Gate.maximumDepth else {
            return value.mismatch("at most \(Gate.maximumDepth) gates in each other")
        }
        return value.object { object in
            let members = Name.allCases.compactMap { name in object.optional(name.rawValue).map { (name, $0) } }
            guard members.count == 1 else {
                // An unknown name is reported in any case, with the nearest known one.
                if !members.isEmpty || value.isEmptyObject {
                    object.report("expected one condition; several stand in \"all\" or \"any\"")
                    object.ignoreUnknownMembers()
                }
                return nil
            }
            let (name, value) = members[0]
            let condition: Condition?
            switch name {
            case .all: return gates(value, depth).map(Gate.all)
            case .any: return gates(value, depth).map(Gate.any)
            case .not: return gate(value, depth: depth + 1).map(Gate.not)
            case .locale:
                let ranges = value.array(of: "languages", Self.listLengths) {
                    $0.parsed(LanguageRange.init, LanguageRange.expectation)
                }
                condition = ranges.map(Condition.locale)
            case .platform:
                let platforms = value.array(of: "platforms", Self.listLengths) {
                    $0.parsed(Platform.init, Platform.expectation)
                }
                condition = platforms.map(Condition.platform)
            case .appVersion: condition = value.appVersions().map(Condition.appVersion)
            case .hasPlace: condition = value.bool().map(Condition.hasPlace)
            case .hasLastSearch: condition = value.bool().map(Condition.hasLastSearch)
            case .signedIn: condition = value.bool().map(Condition.signedIn)
            case .share: condition = value.object { .share(UserShare(reading: &$0)) }
            case .experiment: condition = arm(object.required("arm"), of: value)
            case .window: condition = value.timeWindow().map(Condition.window)
            }
            conditions += 1
            return condition.map(Gate.condition)
        }
    }

    private mutating func gates(_ value: CheckedValue, _ depth: Int) -> [Gate]? {
        value.array(of: "gates", Self.listLengths) { gate($0, depth: depth + 1) }
    }

    /// `{"experiment": "map-first", "arm": "map"}`
    private func arm(_ arm: CheckedValue?, of value: CheckedValue) -> Condition? {
        guard let experiment = value.choice("experiment", among: experiments),
            let arm = arm?.choice("arm", among: experiment.arms.map(\.id))
        else { return nil }
        return .arm(arm, of: experiment)
    }
}

extension CheckedValue {
    /// Whether the object has no member but comments.
    fileprivate var isEmptyObject: Bool {
        guard case .object(let members) = json else { return false }
        return members.keys.allSatisfy(CheckedObject.isComment)
    }

    fileprivate func appVersions() -> ClosedInterval<AppVersion>? {
        if isEmptyObject { return mismatch("\"min\", \"max\" or both") }
        return interval { $0.parsed(AppVersion.init, "a text of \(AppVersion.expectation)") }
    }

    /// `{"from": "2026-12-01T00:00:00Z", "to": …}`, one of them optional.
    fileprivate func timeWindow() -> TimeWindow? {
        object { object in
            let (from, to) = (object.optional("from"), object.optional("to"))
            guard from != nil || to != nil else { return mismatch("\"from\", \"to\" or both") }
            let window = TimeWindow(
                from: from?.parsed(Instant.init(text:), Instant.expectation),
                to: to?.parsed(Instant.init(text:), Instant.expectation)
            )
            if let from = window.from, let to = window.to, from >= to { report("from is not before to") }
            return window
        }
    }
}
