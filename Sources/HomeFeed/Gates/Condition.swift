import Catalogue
import Foundation
import HomeDocument

/// One thing that a gate can ask for. What a request does not say, or the store cannot, meets no condition on it, and so the
/// opposite of each.
enum Condition: Hashable, Sendable {
    /// The home is in one of these languages.
    case locale([LanguageRange])
    /// The client runs on one of these.
    case platform([Platform])
    /// The app's version is within the range.
    case appVersion(ClosedInterval<AppVersion>)
    /// It is said, or not, where the phone is.
    case hasPlace(Bool)
    /// The user has searched, or not.
    case hasLastSearch(Bool)
    /// It is known who the user is, or not.
    case signedIn(Bool)
    /// The user is in this share of all.
    case share(UserShare)
    /// The user is in this arm of the experiment.
    case arm(String, of: Experiment)
    /// It is within this time.
    case window(TimeWindow)

    func holds(in context: GateContext) -> Bool {
        let request = context.request
        return switch self {
        case .locale(let ranges): context.locale.map { locale in ranges.contains { $0.matches(locale) } } ?? false
        case .platform(let platforms): request.platform.map(platforms.contains) ?? false
        case .appVersion(let versions): versions.contains(request.appVersion)
        case .hasPlace(let expected): (request.place != nil) == expected
        case .hasLastSearch(let expected): context.record.map { ($0.lastSearch != nil) == expected } ?? false
        case .signedIn(let expected): (request.user != nil) == expected
        case .share(let share): request.user.map(share.contains) ?? false
        case .arm(let arm, let experiment): request.user.flatMap(experiment.arm) == arm
        case .window(let window): window.contains(context.now)
        }
    }

    /// The user's arm, where the condition is on one and the user takes part.
    func arm(in context: GateContext) -> ExperimentArm? {
        guard case .arm(_, let experiment) = self, let arm = context.request.user.flatMap(experiment.arm) else {
            return nil
        }
        return ExperimentArm(experiment: experiment.id, arm: arm)
    }
}

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

/// A language, or a family of them: `de` is also `de-AT` (basic filtering, RFC 4647, section 3.3.1).
struct LanguageRange: Hashable, Sendable {
    /// As the config has it.
    let text: String
    /// In lowercase, as languages are compared.
    private let folded: String

    static let expectation = "a language such as de or pt-BR"

    /// Reads subtags of 1 to 8 letters and digits with `-` between them, the first of letters; `nil` where `text` is none.
    init?(_ text: String) {
        let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isRange = subtags.allSatisfy { subtag in
            (1...8).contains(subtag.count) && subtag.allSatisfy { Self.isLetter($0) || (0x30...0x39).contains($0) }
        }
        guard isRange, let language = subtags.first, language.allSatisfy(Self.isLetter) else { return nil }
        self.text = text
        folded = text.lowercased()
    }

    /// Whether `locale` (BCP 47) is the language, or one of the family.
    func matches(_ locale: String) -> Bool {
        let locale = locale.utf8
        let range = folded.utf8
        guard locale.count == range.count || locale.dropFirst(range.count).first == UInt8(ascii: "-") else {
            return false
        }
        return zip(locale, range).allSatisfy { (Self.isLetter($0) ? $0 | 0x20 : $0) == $1 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
}

/// The time from one moment, included, to another, not included; in seconds after 1970-01-01 00:00 UTC.
struct TimeWindow: Hashable, Sendable {
    /// `nil` is since ever.
    let from: Int64?
    /// `nil` is forever.
    let to: Int64?

    func contains(_ moment: Int64) -> Bool {
        if let from, moment < from { return false }
        if let to, moment >= to { return false }
        return true
    }
}

/// Moments as a config has them: RFC 3339 in UTC, to the second. Not for the request's path.
enum UTCInstant {
    static let expectation = "a moment in UTC such as 2026-12-01T00:00:00Z"

    /// The seconds after 1970-01-01 00:00 UTC; `nil` where `text` is none.
    static func seconds(_ text: String) -> Int64? {
        guard let date = try? Date(text, strategy: .iso8601) else { return nil }
        let seconds = Int64(date.timeIntervalSince1970)
        // Foundation reads more than one spelling.
        return Self.text(seconds) == text ? seconds : nil
    }

    static func text(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }
}
