import Catalogue
import HomeLayout
import JSON

extension HomeConfig {
    /// Warns of widgets that reach none of the declared ``clients``: none can draw them, or a gate stays closed.
    var undrawableWidgets: [ValidationError] {
        if clients.isEmpty { return [] }
        return widgets.compactMap { widget in
            let drawing = clients.filter { widget.layouts.first(supportedBy: $0.layouts) != nil }
            if drawing.isEmpty {
                let layouts = ([widget.layouts.preferred] + widget.layouts.fallbacks).map(\.layout.rawValue)
                return ValidationError(
                    path: "\(widget.path).layout",
                    message: "none of the clients can draw \(layouts.joined(separator: " or ")), so that none gets the "
                        + "widget: add a layout that they can draw to layoutFallbacks"
                )
            }
            guard let gate = widget.gate, !drawing.contains(where: { gate.outcomes(for: $0).canOpen }) else {
                return nil
            }
            return ValidationError(
                path: "\(widget.path).when",
                message: "none of the clients that can draw the widget has a platform and an appVersion that open the "
                    + "gate, so that none gets it: change the gate, or remove the widget"
            )
        }
    }
}

extension Gate {
    /// Whether requests of a client can open and close the gate. The client determines platform and app version; its
    /// requests may meet any other condition.
    fileprivate func outcomes(for client: ClientConfig) -> (canOpen: Bool, canClose: Bool) {
        switch self {
        case .condition(.platform(let platforms)):
            let holds = client.platform.map(platforms.contains) ?? false
            return (holds, !holds)
        case .condition(.appVersion(let versions)):
            let holds = versions.contains(client.appVersion)
            return (holds, !holds)
        case .condition: return (true, true)
        case .not(let gate):
            let outcomes = gate.outcomes(for: client)
            return (outcomes.canClose, outcomes.canOpen)
        case .all(let gates):
            let outcomes = gates.map { $0.outcomes(for: client) }
            return (outcomes.allSatisfy(\.canOpen), outcomes.contains(where: \.canClose))
        case .any(let gates):
            let outcomes = gates.map { $0.outcomes(for: client) }
            return (outcomes.contains(where: \.canOpen), outcomes.allSatisfy(\.canClose))
        }
    }
}
