import Catalogue
import Localization

/// Whether a widget is shown: conditions, negated and combined.
///
/// Conditions are evaluated in the config's order, and only as far as needed: an experiment after a failed condition
/// does not count for the user.
enum Gate: Hashable, Sendable {
    case condition(Condition)
    indirect case not(Gate)
    /// All of these, in a config at least one.
    case all([Gate])
    /// Any of these, in a config at least one.
    case any([Gate])

    static let maximumDepth = 8
    static let maximumConditions = 64

    /// - Parameter note: Receives each condition that is evaluated; the last one decides.
    func isOpen(in context: FeedContext, _ note: (Condition) -> Void = { _ in }) -> Bool {
        switch self {
        case .condition(let condition):
            note(condition)
            return condition.holds(in: context)
        case .not(let gate): return !gate.isOpen(in: context, note)
        case .all(let gates): return gates.allSatisfy { $0.isOpen(in: context, note) }
        case .any(let gates): return gates.contains { $0.isOpen(in: context, note) }
        }
    }

    static let open = Gate.all([])
    private static let closed = Gate.any([])

    /// The gate without conditions on the language, which is the same for all homes of a plan. A gate that is always
    /// open equals ``Gate/all(_:)`` of none.
    func compiled(for locale: LanguageTag?) -> Gate {
        switch self {
        case .condition(.locale(let ranges)):
            return locale.map { locale in ranges.contains { $0.matches(locale) } } ?? false ? .open : .closed
        case .condition: return self
        case .not(let gate):
            let gate = gate.compiled(for: locale)
            return gate == .open ? .closed : gate == .closed ? .open : .not(gate)
        case .all(let gates): return .all(gates.map { $0.compiled(for: locale) }.filter { $0 != .open })
        case .any(let gates): return .any(gates.map { $0.compiled(for: locale) }.filter { $0 != .closed })
        }
    }

    func reason(in context: FeedContext) -> String? {
        var decisive: Condition?
        _ = isOpen(in: context) { decisive = $0 }
        return decisive?.explanation(in: context)
    }
}
