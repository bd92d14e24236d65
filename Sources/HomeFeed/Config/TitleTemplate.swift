import JSON
import Localization

/// A title with placeholders whose values are known per request: `New in {market|your area}`. The text after `|`
/// replaces a missing value; without it, nothing does.
struct TitleTemplate: Hashable, Sendable {
    enum Placeholder: String, CaseIterable, Sendable {
        case market
        /// The title of the item that the widget's items resemble.
        case item
    }

    private enum Part: Hashable, Sendable {
        case text(String)
        case placeholder(Placeholder, fallback: String)
    }

    private let parts: [Part]

    /// Reads a title in one language; an unknown or unclosed placeholder is an error.
    init?(reading value: CheckedValue) {
        guard let text = value.nonEmptyString() else { return nil }
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else {
                value.report("\"{\" is never closed")
                return nil
            }
            parts.append(.text(String(rest[..<open])))
            let inside = rest[rest.index(after: open)..<close].split(separator: "|", maxSplits: 1)
            let name = String(inside.first ?? "")
            guard let placeholder = Placeholder(rawValue: name) else {
                let known = Placeholder.allCases.map(\.rawValue)
                value.report("unknown word in a title; " + SpellingSuggestion.advice(for: name, among: known))
                return nil
            }
            parts.append(.placeholder(placeholder, fallback: inside.count == 2 ? String(inside[1]) : ""))
            rest = rest[rest.index(after: close)...]
        }
        self.parts = parts + [.text(String(rest))]
    }

    /// Isolates values whose direction may differ from that of the title.
    func text(with heading: Heading, in direction: Localizer.Direction = .leftToRight) -> String {
        if parts.count == 1, case .text(let text) = parts[0] { return text }
        var title = ""
        for part in parts {
            switch part {
            case .text(let text): title += text
            case .placeholder(.market, let fallback):
                title += heading.market?.isolated(in: direction) ?? fallback
            case .placeholder(.item, let fallback):
                title += heading.item?.isolated(in: direction) ?? fallback
            }
        }
        return title
    }
}
