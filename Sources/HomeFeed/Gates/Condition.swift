import Catalogue
import Localization

/// A condition of a gate. A value that the request or the store does not have meets neither a condition nor its
/// opposite. Indirect, because each evaluation copies it.
indirect enum Condition: Hashable, Sendable {
    case locale([LanguageRange])
    case platform([Platform])
    case appVersion(ClosedInterval<AppVersion>)
    case hasPlace(Bool)
    case hasLastSearch(Bool)
    /// Whether the request has a user who is not anonymous.
    case signedIn(Bool)
    case share(UserShare)
    case arm(String, of: Experiment)
    case window(TimeWindow)

    func holds(in context: FeedContext) -> Bool {
        let request = context.request
        return switch self {
        case .locale(let ranges): context.locale.map { locale in ranges.contains { $0.matches(locale) } } ?? false
        case .platform(let platforms): request.platform.map(platforms.contains) ?? false
        case .appVersion(let versions): versions.contains(request.appVersion)
        case .hasPlace(let expected): (request.place != nil) == expected
        case .hasLastSearch(let expected): context.hasLastSearch == expected
        case .signedIn(let expected): (request.user.map { !$0.isAnonymous } ?? false) == expected
        case .share(let share): request.user.map(share.contains) ?? false
        case .arm(let arm, let experiment): request.user.flatMap(experiment.arm) == arm
        case .window(let window): window.contains(context.now)
        }
    }

    /// `nil` unless the condition is on an experiment in which the user takes part.
    func arm(in context: FeedContext) -> EventOrigin.Arm? {
        guard case .arm(_, let experiment) = self, let arm = context.request.user.flatMap(experiment.arm) else {
            return nil
        }
        return EventOrigin.Arm(experiment: experiment.id, arm: arm)
    }

    /// The value in `context` that decides the condition: `platform is "android", not ios`.
    func explanation(in context: FeedContext) -> String {
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
            guard let hasLastSearch = context.hasLastSearch else {
                return "it is not known whether the user has searched"
            }
            return hasLastSearch ? "the user has searched" : "the user has not searched"
        case .signedIn:
            guard let user = request.user else { return "no user is given" }
            return user.isAnonymous ? "the user is anonymous" : "a user is given"
        case .share(let share):
            guard request.user != nil else { return "no user is given" }
            let place = holds(in: context) ? "in" : "outside"
            return "the user is \(place) the \(share.percent)% of \"\(share.experiment)\""
        case .arm(let expected, let experiment):
            guard let user = request.user else { return "no user is given" }
            guard let arm = experiment.arm(of: user) else { return "the user takes no part in \"\(experiment.id)\"" }
            return "the user's arm of \"\(experiment.id)\" is \"\(arm)\"\(arm == expected ? "" : ", not \(expected)")"
        case .window(let window):
            if let from = window.from, context.now < from { return "it is before \(from.text)" }
            if let to = window.to, context.now >= to { return "\(to.text) has passed" }
            return "it is within the time"
        }
    }

    /// `ios`, `ios or web`, `ios, android or web`.
    private static func either(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}

/// A language range: `de` also matches `de-AT` (basic filtering, RFC 4647, section 3.3.1).
struct LanguageRange: Hashable, Sendable {
    let text: String
    private let tag: LanguageTag
    /// With the likely script, unless the range is a language in any script.
    private let full: String?

    static let expectation = "a language such as de or pt-BR"

    init?(_ text: String) {
        guard let tag = LanguageTag(text) else { return nil }
        self.text = text
        self.tag = tag
        full = tag.language == tag.description ? nil : tag.withLikelyScript
    }

    func matches(_ locale: LanguageTag) -> Bool {
        guard locale.language == tag.language else { return false }
        return full.map { "\(locale.withLikelyScript)-".hasPrefix("\($0)-") } ?? true
    }
}

/// The time from `from`, included, to `to`, excluded; `nil` for no limit.
struct TimeWindow: Hashable, Sendable {
    let from: Instant?
    let to: Instant?

    func contains(_ instant: Instant) -> Bool {
        instant >= from ?? .distantPast && to.map { instant < $0 } ?? true
    }
}
