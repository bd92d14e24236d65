import Catalogue

extension Report {
    /// In columns of a terminal.
    private static let width = 120

    var text: String {
        let (first, last) = (NumberText.date(days.lowerBound), NumberText.date(days.upperBound))
        if isEmpty {
            return "Nothing was counted yet: no client reported what users were shown from \(first) to \(last) (UTC)."
        }
        var parts: [String] = []
        if !experiments.isEmpty {
            parts.append("Experiments: all users since each experiment began")
            parts += experiments.flatMap(Self.tables)
        }
        if !widgets.isEmpty {
            parts.append("Widgets: from \(first) to \(last) (UTC)")
            parts += widgets.flatMap(Self.tables)
        }
        return parts.joined(separator: "\n\n")
    }

    // MARK: Experiments

    private static func tables(of experiment: ExperimentReport) -> [String] {
        let header = ["arm", "users", "visits", "shown", "opened", "openings per visit (95% interval)"]
        let rows = experiment.arms.map { arm in
            [arm.arm] + arm.counts.map { NumberText.count($0.count) }
                + [NumberText.estimate(arm.openingsPerVisit, NumberText.ratio)]
        }
        let arms = experiment.experiment + "\n" + textTable([header] + rows, trailing: 1..<5)
        let compared = experiment.arms.dropFirst().map { arm in
            [
                arm.arm, NumberText.estimate(arm.comparison?.difference, NumberText.signedRatio),
                NumberText.estimate(arm.comparison?.lift, NumberText.signedPercent),
                arm.comparison?.excludesZero.map { $0 ? "yes" : "no" } ?? "-",
            ]
        }
        guard !compared.isEmpty else { return [arms] }
        let first = experiment.arms[0].arm
        return [arms, textTable([["arm", "difference from \(first)", "lift", "excludes 0"]] + compared)]
    }

    // MARK: Widgets

    private static func tables(of widget: WidgetReport) -> [String] {
        let name = "\(widget.widget.segment)/\(widget.widget.widget)"
        return [table(of: widget.all, name)]
            + widget.byUsers.map { table(of: $0.counts, "\(name), users \($0.users)") }
    }

    private static func table(of counts: WidgetCounts, _ name: String) -> String {
        let rows = counts.rows.map { [$0.name] + $0.counts.texts }
        return wrapped(name) + "\n" + textTable([WidgetCounts.header] + rows, trailing: 1..<6)
    }

    private static func wrapped(_ text: String) -> String {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let line = lines.last, line.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(lines.isEmpty ? String(word) : "  \(word)")
            }
        }
        return lines.joined(separator: "\n")
    }
}
