import Catalogue

extension Condition {
    /// What the condition finds in `context`, for a person to read: `platform is "android", not ios`.
    func finding(in context: GateContext) -> String {
        let request = context.request
        switch self {
        case .locale(let ranges):
            guard let locale = context.locale else { return "no locale is given" }
            return "locale is \"\(locale)\"\(holds(in: context) ? "" : ", not \(Self.either(ranges.map(\.text)))")"
        case .platform(let platforms):
            guard let platform = request.platform else { return "no platform is given" }
            let expected = holds(in: context) ? "" : ", not \(Self.either(platforms.map(\.rawValue)))"
            return "platform is \"\(platform.rawValue)\"\(expected)"
        case .appVersion(let versions):
            guard let version = request.appVersion else { return "no appVersion is given" }
            if let min = versions.min, version < min { return "appVersion is \(version), before \(min)" }
            if let max = versions.max, version > max { return "appVersion is \(version), after \(max)" }
            return "appVersion is \(version)"
        case .hasPlace:
            return request.place == nil ? "no place is given" : "a place is given"
        case .hasLastSearch:
            guard let record = context.record else { return "it is not known whether the user has searched" }
            return record.lastSearch == nil ? "the user has not searched" : "the user has searched"
        case .signedIn:
            return request.user == nil ? "no user is given" : "a user is given"
        case .share(let share):
            guard request.user != nil else { return "no user is given" }
            let place = holds(in: context) ? "in" : "outside"
            return "the user is \(place) the \(share.percent)% of \"\(share.experiment)\""
        case .arm(let expected, let experiment):
            guard let user = request.user else { return "no user is given" }
            guard let arm = experiment.arm(of: user) else { return "the user takes no part in \"\(experiment.id)\"" }
            return "the user's arm of \"\(experiment.id)\" is \"\(arm)\"\(arm == expected ? "" : ", not \(expected)")"
        case .window(let window):
            if let from = window.from, context.now < from { return "it is before \(UTCInstant.text(from))" }
            if let to = window.to, context.now >= to { return "\(UTCInstant.text(to)) has passed" }
            return "it is within the time"
        }
    }

    /// `ios`, `ios or web`, `ios, android or web`.
    private static func either(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
