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
            guard let gate = widget.gate, drawing.allSatisfy({ gate.isOpen(for: $0) == false }) else {
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
    /// `nil` if it depends on the client's requests: they may meet any condition but those on platform and app version.
    fileprivate func isOpen(for client: ClientConfig) -> Bool? {
        switch self {
        case .condition(.platform(let platforms)): return client.platform.map(platforms.contains) ?? false
        case .condition(.appVersion(let versions)): return versions.contains(client.appVersion)
        case .condition: return nil
        case .not(let gate): return gate.isOpen(for: client).map(!)
        case .all(let gates):
            let isOpen = gates.map { $0.isOpen(for: client) }
            return isOpen.contains(false) ? false : isOpen.contains(nil) ? nil : true
        case .any(let gates):
            let isOpen = gates.map { $0.isOpen(for: client) }
            return isOpen.contains(true) ? true : isOpen.contains(nil) ? nil : false
        }
    }
}
