import HomeDocument

extension Explanation {
    private static let head = ["widget", "state", "found", "surplus", "shown", "source", "ended", "ms", "why"]

    /// The explanation as a table for a terminal: a line for each widget, and one for each further source of it.
    var table: String {
        TextTable([Self.head] + widgets.flatMap(\.rows)).text
            + "\n\n\(cards.shown) cards, of which \(cards.rendered) were rendered for this home"
    }
}

extension WidgetExplanation {
    fileprivate var rows: [[String]] {
        let became = fallback.map { "\(state) (\($0))" } ?? state
        let first = [id, became] + [found, surplus, shown].map { "\($0)" }
        guard let load = loads.first else { return [first + ["", "", "", gate ?? ""]] }
        let others = [String](repeating: "", count: first.count)
        return [first + load.columns + [[gate, load.failure].compactMap(\.self).joined(separator: "; ")]]
            + loads.dropFirst().map { others + $0.columns + [$0.failure ?? ""] }
    }
}

extension WidgetExplanation.Load {
    fileprivate var columns: [String] { [source, state, "\(microseconds / 1000).\(microseconds / 100 % 10)"] }
}
