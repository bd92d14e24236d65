import Catalogue
import HomeLayout
import JSON

/// Reads the member `when` of a widget: one condition, or several in `all`, `any` and `not`.
///
///     {"all": [{"locale": ["de", "ar"]}, {"not": {"hasLastSearch": true}}, {"appVersion": {"min": "4.2"}}]}
struct GateReader {
    /// The experiments that the config has, by their ids.
    let experiments: [String: Experiment]
    private var conditions = 0

    init(experiments: [String: Experiment]) {
        self.experiments = experiments
    }

    /// The words that a gate may begin with.
    private enum Word: String, CaseIterable {
        case all, any, not
        case locale, platform, appVersion, hasPlace, hasLastSearch, signedIn, share, experiment, window
    }

    /// The most gates in one `all` or `any`, and the most languages or platforms in a list.
    static let listLengths = 1...Gate.maximumConditions

    mutating func gate(_ value: CheckedValue) -> Gate? {
        let gate = gate(value, depth: 1)
        if conditions > Gate.maximumConditions {
            value.report("expected at most \(Gate.maximumConditions) conditions, found \(conditions)")
        }
        return gate
    }

    private mutating func gate(_ value: CheckedValue, depth: Int) -> Gate? {
        guard depth <= Gate.maximumDepth else {
            return value.mismatch("at most \(Gate.maximumDepth) gates in each other")
        }
        return value.object { object in
            let words = Word.allCases.compactMap { word in object.optional(word.rawValue).map { (word, $0) } }
            guard words.count == 1 else {
                // A word that is unknown is told anyhow, with the one that it may have been meant for.
                if !words.isEmpty || value.isEmptyObject {
                    object.report("expected one condition; several stand in \"all\" or \"any\"")
                    object.ignoreUnknownMembers()
                }
                return nil
            }
            let (word, value) = words[0]
            switch word {
            case .all: return gates(value, depth).map(Gate.all)
            case .any: return gates(value, depth).map(Gate.any)
            case .not: return gate(value, depth: depth + 1).map(Gate.not)
            default:
                conditions += 1
                return condition(word, value, &object).map(Gate.condition)
            }
        }
    }

    private mutating func gates(_ value: CheckedValue, _ depth: Int) -> [Gate]? {
        let gates = value.array(of: "gates", Self.listLengths) { gate($0, depth: depth + 1) }
        // One that cannot be read was reported; without it the others mean something else.
        return gates?.isEmpty == true ? nil : gates
    }

    private func condition(_ word: Word, _ value: CheckedValue, _ object: inout CheckedObject) -> Condition? {
        switch word {
        case .all, .any, .not: nil
        case .locale: value.array(of: "languages", Self.listLengths) { $0.languageRange() }.map(Condition.locale)
        case .platform: value.array(of: "platforms", Self.listLengths) { $0.platform() }.map(Condition.platform)
        case .appVersion: value.appVersions().map(Condition.appVersion)
        case .hasPlace: value.bool().map(Condition.hasPlace)
        case .hasLastSearch: value.bool().map(Condition.hasLastSearch)
        case .signedIn: value.bool().map(Condition.signedIn)
        case .share: value.object(UserShare.init(reading:)).map(Condition.share)
        case .experiment: arm(of: value, &object)
        case .window: value.timeWindow().map(Condition.window)
        }
    }

    /// `{"experiment": "map-first", "arm": "map"}`
    private func arm(of value: CheckedValue, _ object: inout CheckedObject) -> Condition? {
        let arm = object.required("arm")
        guard let experiment = value.choice("experiment", among: experiments),
            let arm = arm?.choice(
                "arm",
                among: Dictionary(uniqueKeysWithValues: experiment.arms.map { ($0.id, $0.id) })
            )
        else { return nil }
        return .arm(arm, of: experiment)
    }
}

extension UserShare {
    /// Reads `{"experiment": "map-first", "percent": 25}`.
    fileprivate init?(reading object: inout CheckedObject) {
        let experiment = object.required("experiment")?.identifier()
        let percent = object.required("percent")?.points(in: 0...100)
        guard let experiment, let percent else { return nil }
        self.init(experiment: experiment, percent: percent)
    }
}

extension CheckedValue {
    /// Whether no member of the object says anything.
    fileprivate var isEmptyObject: Bool {
        guard case .object(let members) = json else { return false }
        return members.allSatisfy { $1 == .null || CheckedObject.isComment($0) }
    }

    fileprivate func languageRange() -> LanguageRange? {
        guard case .string(let text) = json, let range = LanguageRange(text) else {
            return mismatch(LanguageRange.expectation)
        }
        return range
    }

    fileprivate func platform() -> Platform? {
        guard case .string(let text) = json, let platform = Platform(text) else {
            return mismatch(Platform.expectation)
        }
        return platform
    }

    fileprivate func appVersions() -> ClosedInterval<AppVersion>? {
        if isEmptyObject { return mismatch("\"min\", \"max\" or both") }
        let versions: ClosedInterval<AppVersion> = interval { value -> AppVersion? in
            guard case .string(let text) = value.json, let version = AppVersion(text) else {
                return value.mismatch("a text of \(AppVersion.expectation)")
            }
            return version
        }
        // Where neither could be read, that was reported.
        return versions.isBounded ? versions : nil
    }

    /// `{"from": "2026-12-01T00:00:00Z", "to": …}`, either of which may be missing.
    fileprivate func timeWindow() -> TimeWindow? {
        object { object in
            let from = object.optional("from")
            let to = object.optional("to")
            guard from != nil || to != nil else { return mismatch("\"from\", \"to\" or both") }
            let window = TimeWindow(from: from?.moment(), to: to?.moment())
            if let from = window.from, let to = window.to, from >= to { report("from is not before to") }
            return window
        }
    }

    private func moment() -> Int64? {
        guard case .string(let text) = json, let moment = UTCInstant.seconds(text) else {
            return mismatch(UTCInstant.expectation)
        }
        return moment
    }
}
