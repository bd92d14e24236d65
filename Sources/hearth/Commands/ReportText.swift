import Catalogue

/// A report as tables for a terminal of ``width`` columns.
struct ReportText {
    let report: Report

    /// In columns.
    private static let width = 120

    init(_ report: Report) { self.report = report }

    var text: String {
        let (first, last) = (NumberText.date(report.days.lowerBound), NumberText.date(report.days.upperBound))
        if report.isEmpty {
            return "Nothing was counted yet: no client reported what users were shown from \(first) to \(last) (UTC)."
        }
        var parts: [String] = []
        if !report.experiments.isEmpty {
            parts.append("Experiments: all users since each experiment began")
            parts += report.experiments.flatMap(Self.tables)
        }
        if !report.widgets.isEmpty {
            parts.append("Widgets: from \(first) to \(last) (UTC)")
            parts += report.widgets.flatMap(Self.tables)
        }
        return parts.joined(separator: "\n\n")
    }

    // MARK: Experiments

    private static func tables(of experiment: ExperimentReport) -> [String] {
        let header = ["arm", "users", "visits", "shown", "opened", "openings per visit (95% interval)"]
        let rows = experiment.arms.map { arm in
            [arm.arm] + [arm.sums.users, arm.sums.visits, arm.sums.shown, arm.sums.opened].map(NumberText.count)
                + [NumberText.estimate(arm.openingsPerVisit, NumberText.ratio)]
        }
        let arms = experiment.experiment + "\n" + TextTable([header] + rows, trailing: 1..<5).text
        let compared = experiment.arms.dropFirst().map { arm in
            [
                arm.arm, NumberText.estimate(arm.comparison?.difference, NumberText.signedRatio),
                NumberText.estimate(arm.comparison?.lift, NumberText.signedPercent),
                arm.comparison?.excludesZero.map { $0 ? "yes" : "no" } ?? "-",
            ]
        }
        guard !compared.isEmpty else { return [arms] }
        let first = experiment.arms[0].arm
        return [arms, TextTable([["arm", "difference from \(first)", "lift", "excludes 0"]] + compared).text]
    }

    // MARK: Widgets

    private static func tables(of widget: WidgetReport) -> [String] {
        let name = "\(widget.widget.segment)/\(widget.widget.widget)"
        let arms = widget.byArms.count > 1 ? widget.byArms : widget.byArms.filter { !$0.arms.isEmpty }
        return [table(of: widget.all, name)]
            + arms.map { entry in
                let users = entry.arms.isEmpty ? "in no experiment" : entry.arms.replacing(",", with: ", ")
                return table(of: entry.counts, "\(name), users \(users)")
            }
    }

    private static func table(of counts: WidgetCounts, _ name: String) -> String {
        let header = ["", "shown", "opened", "saved", "dismissed", "rate", "95% interval"]
        let rows = counts.rows.map { [$0.name] + $0.counts.texts }
        return wrapped(name) + "\n" + TextTable([header] + rows, trailing: 1..<6).text
    }

    private static func wrapped(_ text: String) -> String {
        var lines: [String] = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append("  \(word)")
            }
        }
        return lines.joined(separator: "\n")
    }
}
