import Recommendations

/// Why a home or a widget has its content, for people who configure it. Includes the widgets that a home leaves out.
///
/// No revision covers it, because times differ between responses.
public struct Explanation: Sendable {
    /// In the config's order.
    public private(set) var widgets: [WidgetExplanation] = []
    /// Cards looked up, and cards rendered because the cache did not have them.
    public let cards: (shown: Int, rendered: Int)

    init(of pass: borrowing HomePass) {
        cards = (pass.cardCounts.found, pass.cardCounts.rendered)
        for config in pass.alone.map({ [$0.plan.config] }) ?? pass.inputs.plan.segment.widgets {
            widgets.append(WidgetExplanation(of: config, pass))
        }
    }
}

public struct WidgetExplanation: Sendable {
    public let id: String
    /// The name of its ``LoadState``, or `leftOut`.
    public var state: String
    /// The gate condition that decided: `platform is "android", not ios`; `nil` without a gate.
    public var gate: String?
    public var loads: [SourceLoad] = []
    /// The kind of source that replaced the widget's own.
    public var fallback: String?
    /// Items found that no widget above shows.
    public var found = 0
    /// Found items beyond the widget's limit.
    public var surplus = 0
    public var shown = 0
    /// Shown items by kind of reason, in the order of their first items.
    public private(set) var reasons: [(kind: StaticString, count: Int)] = []

    fileprivate init(of config: WidgetConfig, _ pass: borrowing HomePass) {
        let (context, widget) = (pass.inputs.context, pass.widgets.first { $0.plan.config === config })
        id = config.id
        state = widget?.state?.name ?? "leftOut"
        gate =
            config.layouts.first(supportedBy: context.request.layouts) == nil
            ? "the client knows no layout of it" : config.gate?.reason(in: context)
        guard let widget else { return }
        loads = pass.loads.filter { $0.widget == config.id }
        fallback = widget.fallback.map { SourceKind.names[$0] }
        found = widget.candidateCount
        surplus = widget.candidateCount - widget.selectedCount
        for item in pass.candidates.items[widget.items] where item.content != .standIn {
            shown += 1
            guard let kind = item.mark.reason?.definition.name else { continue }
            if let index = reasons.firstIndex(where: { $0.kind.description == kind.description }) {
                reasons[index].count += 1
            } else {
                reasons.append((kind, 1))
            }
        }
    }
}

extension JSONWriter {
    mutating func member(explanation: Explanation) {
        object("explain") {
            $0.object("cards") {
                $0.member("shown", explanation.cards.shown)
                $0.member("rendered", explanation.cards.rendered)
            }
            $0.objects("widgets", explanation.widgets) { $0.members(of: $1) }
        }
    }

    private mutating func members(of widget: WidgetExplanation) {
        member("id", widget.id)
        member("state", widget.state)
        if let gate = widget.gate { member("gate", gate) }
        objects("loads", widget.loads) { object, load in
            object.member("source", load.source)
            object.member("state", load.state.name)
            object.member("microseconds", Int(load.duration / .microseconds(1)))
            if let failure = load.failure { object.member("failure", failure) }
        }
        if let fallback = widget.fallback { member("fallback", fallback) }
        object("items") {
            $0.member("found", widget.found)
            $0.member("surplus", widget.surplus)
            $0.member("shown", widget.shown)
        }
        if widget.reasons.isEmpty { return }
        object("reasons") {
            for (kind, count) in widget.reasons { $0.member(kind, count) }
        }
    }
}
