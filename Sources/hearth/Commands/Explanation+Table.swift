import HomeFeed

extension Explanation {
    /// One line per widget, and one per further source of it.
    var table: String {
        let header = ["widget", "state", "found", "surplus", "shown", "source", "ended", "ms", "why"]
        return textTable([header] + widgets.flatMap(\.rows))
            + "\n\n\(cards.shown) cards, of which \(cards.rendered) were rendered for this home"
    }
}

extension WidgetExplanation {
    fileprivate var rows: [[String]] {
        func columns(_ load: Load) -> [String] {
            [load.source, load.state, "\(load.microseconds / 1000).\(load.microseconds / 100 % 10)"]
        }
        let state = fallback.map { "\(self.state) (\($0))" } ?? self.state
        let first = [id, state] + [found, surplus, shown].map { "\($0)" }
        guard let load = loads.first else { return [first + ["", "", "", gate ?? ""]] }
        let others = [String](repeating: "", count: first.count)
        return [first + columns(load) + [[gate, load.failure].compactMap(\.self).joined(separator: "; ")]]
            + loads.dropFirst().map { others + columns($0) + [$0.failure ?? ""] }
    }
}
