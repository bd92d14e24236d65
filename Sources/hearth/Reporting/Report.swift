import Catalogue

/// What users did with the widgets of homes in some days, and how the arms of experiments differ.
struct Report {
    /// ``EventTotal/Key/day``.
    let days: ClosedRange<Int32>
    let widgets: [WidgetReport]
    /// By ID. Experiments are not limited to the ``days``.
    let experiments: [ExperimentReport]

    /// - Parameter totals: Those of other days are ignored.
    init(of totals: [EventTotal], _ arms: [ArmTotal], days: ClosedRange<Int32>) {
        self.days = days
        widgets = Dictionary(grouping: totals.filter { days.contains($0.key.day) }, by: \.key.widget)
            .map { WidgetReport($0, $1) }
            .sorted { ($0.widget.segment, $0.widget.widget) < ($1.widget.segment, $1.widget.widget) }
        experiments = Dictionary(grouping: arms, by: \.arm.experiment).map { ExperimentReport($0, $1) }
            .sorted { $0.experiment < $1.experiment }
    }

    var isEmpty: Bool { widgets.isEmpty && experiments.isEmpty }

    static func days(_ count: Int32, through day: Int32) -> ClosedRange<Int32> { day - count + 1...day }
}
