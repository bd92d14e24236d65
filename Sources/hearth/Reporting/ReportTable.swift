import Catalogue
import Import

/// A table of a report, for a terminal and for the page.
struct ReportTable {
    let title: String
    let header: [String]
    /// The first text of a row is its name.
    let rows: [[String]]

    /// In columns of a terminal.
    private static let width = 120

    var text: String { wrappedTitle + "\n" + textTable([header] + rows, trailing: 1..<header.count) }

    private var wrappedTitle: String {
        var lines: [String] = []
        for word in title.split(separator: " ") {
            if let line = lines.last, line.count + 1 + word.count <= Self.width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(lines.isEmpty ? String(word) : "  \(word)")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// It scrolls where it is too wide.
    var markup: Markup {
        let head = header.map { $0.isEmpty ? "<td></td>" : "<th scope=\"col\">\($0)</th>" as Markup }
        let body = rows.map { row -> Markup in
            let cells = row.dropFirst().map { "<td>\($0)</td>" as Markup }
            return "<tr><th scope=\"row\">\(row[0])</th>\(cells)</tr>\n"
        }
        return """
            <h4>\(title)</h4>
            <div class="table" role="region" tabindex="0" aria-label="\(title)">
            <table>
            <thead><tr>\(head)</tr></thead>
            <tbody>
            \(body)</tbody>
            </table>
            </div>

            """
    }
}

extension Report {
    var text: String {
        let (first, last) = (NumberText.date(days.lowerBound), NumberText.date(days.upperBound))
        if isEmpty {
            return "Nothing was counted yet: no client reported what users were shown from \(first) to \(last) (UTC)."
        }
        var parts: [String] = []
        if !experiments.isEmpty {
            parts.append("Experiments: all users since each experiment began")
            parts += experiments.flatMap(\.tables).map(\.text)
        }
        if !widgets.isEmpty {
            parts.append("Widgets: from \(first) to \(last) (UTC)")
            parts += widgets.flatMap(\.tables).map(\.text)
        }
        return parts.joined(separator: "\n\n")
    }
}

extension ExperimentReport {
    /// The arms, and how the others differ from the first one.
    var tables: [ReportTable] {
        let header = ["arm", "users", "visits", "shown", "opened", "openings per visit (95% interval)"]
        let rows = arms.map { arm in
            [arm.arm] + arm.counts.map { $0.count.grouped }
                + [NumberText.estimate(arm.openingsPerVisit, NumberText.ratio)]
        }
        let compared = arms.dropFirst().map { arm in
            [
                arm.arm, NumberText.estimate(arm.comparison?.difference, NumberText.signedRatio),
                NumberText.estimate(arm.comparison?.lift, NumberText.signedPercent),
                arm.comparison?.excludesZero.map { $0 ? "yes" : "no" } ?? "-",
            ]
        }
        let figures = ReportTable(title: experiment, header: header, rows: rows)
        if compared.isEmpty { return [figures] }
        let title = "\(experiment), compared with \(arms[0].arm)"
        return [
            figures, ReportTable(title: title, header: ["arm", "difference", "lift", "excludes 0"], rows: compared),
        ]
    }
}

extension WidgetReport {
    /// The counts of all users, and those by the users' arms if users were in experiments.
    var tables: [ReportTable] {
        let name = "\(widget.segment)/\(widget.widget)"
        let arms = byArms.count > 1 ? byArms : byArms.filter { !$0.arms.isEmpty }
        return [all.table(name)]
            + arms.map { users in
                let arms = users.arms.isEmpty ? "in no experiment" : users.arms.replacing(",", with: ", ")
                return users.counts.table("\(name), users \(arms)")
            }
    }
}

extension WidgetCounts {
    func table(_ title: String) -> ReportTable {
        let header = [""] + visits.byEvent.map(\.event.description) + ["rate", "95% interval"]
        let ranks = namedRanks.map { ("rank \($0.name)", $0.counts) }
        let rows = [("visits", visits), ("items", items)] + ranks
        return ReportTable(title: title, header: header, rows: rows.map { [$0] + $1.texts })
    }
}

extension EventTotal.Counts {
    fileprivate var texts: [String] {
        byEvent.map { $0.count.grouped } + [
            openingRate.map { NumberText.percent($0.value) } ?? "-",
            NumberText.interval(openingRate, NumberText.percent) ?? "-",
        ]
    }
}
