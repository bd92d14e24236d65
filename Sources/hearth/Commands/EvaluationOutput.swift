import HomeFeed
import Import
import Recommendations

struct EvaluationOutput {
    let report: EvaluationReport
    let counts: OpeningLog.Counts
    let method: SplitMethod
    let kind: String
    let seed: Int

    // MARK: Table

    var table: String {
        let header = ["", "recall@\(Evaluation.listLength)", "MAP@\(Evaluation.listLength)", "coverage", "novelty"]
        let rows = report.rows.map { row in
            [row.name] + Self.measures(of: row).map { Self.text($0.estimate) }
        }
        return summary + "\n\n" + textTable([header] + rows) + (report.tuned.map(Self.text) ?? "")
    }

    private var summary: String {
        let predicted =
            switch method {
            case .leaveOut(1): "the last item of each user"
            case .leaveOut(let count): "the last \(count.grouped) items of each user"
            case .time: "items opened after 80% of all openings"
            }
        return "test users: \(report.users.grouped); items: \(report.items.grouped); "
            + "openings: \(report.openings.grouped); predicted: \(predicted)"
    }

    private static func text(_ estimate: Estimate?) -> String {
        guard let estimate else { return "-" }
        return [estimate.value, estimate.margin].compactMap(\.self).map { NumberText.decimal($0, places: 3) }
            .joined(separator: " ± ")
    }

    private static func text(_ weights: RecommendationWeights) -> String {
        var writer = JSONWriter()
        writer.object { $0.object("recommendations") { $0.object("weights") { weights.write(into: &$0) } } }
        return "\n\ntuned, for the config: " + String(decoding: writer.bytes, as: UTF8.self).dropFirst().dropLast()
    }

    // MARK: JSON

    /// Not rounded.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { document in
            document.member("kind", kind)
            switch method {
            case .leaveOut(let count):
                document.member("split", "leave-out")
                document.member("leaveOut", count)
            case .time: document.member("split", "time")
            }
            document.member("seed", seed)
            document.member("places", Evaluation.listLength)
            document.member("users", report.users)
            document.member("items", report.items)
            document.member("openings", report.openings)
            document.member("trainingOpenings", report.trainingOpenings)
            document.member("targets", report.targets)
            document.object("ignored") { ignored in
                ignored.member("otherKinds", counts.otherKinds)
                ignored.member("unknownItems", counts.unknownItems)
                let known = counts.read - counts.otherKinds - counts.unknownItems
                ignored.member("repeated", known - report.openings)
            }
            if let weights = report.tuned { document.object("weights") { weights.write(into: &$0) } }
            document.objects("recommenders", report.rows) { object, row in
                object.member("name", row.name)
                for (name, estimate) in Self.measures(of: row) {
                    guard let estimate else { continue }
                    object.object(name) {
                        $0.member("value", estimate.value)
                        if let margin = estimate.margin { $0.member("margin", margin) }
                    }
                }
            }
        }
        return writer.bytes
    }

    private static func measures(of row: EvaluationReport.Row) -> [(name: StaticString, estimate: Estimate?)] {
        [
            ("recall", row.recall), ("map", row.meanAveragePrecision), ("coverage", row.coverage),
            ("novelty", row.novelty),
        ]
    }
}
