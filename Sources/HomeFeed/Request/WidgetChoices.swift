import Bytes

/// The chips that a client has selected in the widgets of its home: the parameter `choices`.
public struct WidgetChoices: Hashable, Sendable {
    /// Ids of filters and orders, by widget.
    private let selected: [String: [String]]
    /// The parameter's value.
    let text: String

    static let none = WidgetChoices(selected: [:], text: "")

    var isEmpty: Bool { selected.isEmpty }

    /// Of chips in a request.
    static let maximumCount = 256

    static let expectation =
        "up to \(maximumCount) widgets and chips, such as browse:top,price for the chips top and price of browse"
}

extension WidgetChoices {
    /// Reads `browse:top,price,nearby:new` or an empty text: a widget's id and a colon precede the first of its chips.
    init?(_ text: String) {
        var selected: [String: [String]] = [:]
        var widget: String?
        let parts = text.split(separator: ",")
        guard parts.count <= Self.maximumCount else { return nil }
        for part in parts {
            var chip = part
            if let colon = part.lastIndex(of: ":") {
                widget = String(part[..<colon])
                chip = part[part.index(after: colon)...]
            }
            guard let widget, !widget.isEmpty, !chip.isEmpty else { return nil }
            selected[widget, default: []].append(String(chip))
        }
        self.init(selected: selected, text: text)
    }

    /// `nil` if the widget no longer offers any of the selected chips.
    func choice(of widget: WidgetConfig) -> ClientChoice? {
        guard let ids = selected[widget.id] else { return nil }
        let choice = ClientChoice(of: ids, in: widget)
        return choice.isMade ? choice : nil
    }
}
