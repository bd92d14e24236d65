/// Why a home or a widget has its content, for the people who configure it. Homes include the widgets that were left
/// out.
///
/// No revision covers it, because times differ between responses.
public struct Explanation: Sendable {
    /// The widgets, in the config's order.
    public let widgets: [WidgetExplanation]
    /// The number of cards looked up, and the number rendered because the cache did not have them.
    public let cards: (shown: Int, rendered: Int)
}

/// Why a widget is shown with its items, or left out.
public struct WidgetExplanation: Sendable {
    public let id: String
    /// The name of its ``WidgetState``, or `leftOut`.
    public var state: String
    /// The gate condition that decided: `platform is "android", not ios`; `nil` without a gate.
    public var gate: String?
    /// The sources that were loaded, in order.
    public var loads: [Load] = []
    /// The kind of source that replaced the widget's own source.
    public var fallback: String?
    /// The number of items found that no widget above shows.
    public var found = 0
    /// The number of found items beyond the widget's limit.
    public var surplus = 0
    public var shown = 0
    /// The number of items shown for each kind of reason, in the order of their first items.
    public private(set) var reasons: [(kind: StaticString, count: Int)] = []

    public struct Load: Sendable {
        public let source: String
        /// `loaded`, `empty`, `deferred` or `failed`.
        public let state: String
        public let microseconds: Int
        /// The error; `nil` after success.
        public let failure: String?
    }

    /// Counts the reason of an item that is shown.
    mutating func addReason(of marks: ItemMarks) {
        guard let kind = marks.reasonKind else { return }
        if let index = reasons.firstIndex(where: { $0.kind.description == kind.description }) {
            reasons[index].count += 1
        } else {
            reasons.append((kind, 1))
        }
    }

    /// An explanation without loads and items.
    init(id: String, state: String) {
        self.id = id
        self.state = state
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
            object.member("state", load.state)
            object.member("microseconds", load.microseconds)
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
