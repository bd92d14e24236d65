import HomeDocument
import Catalogue

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
