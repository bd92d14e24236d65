/// Why a home is as it is, for those who make it: one part for each widget of the segment, also for those left out; or
/// why a widget alone is.
///
/// It is no part of the content and of no revision: times differ from one answer to the next.
public struct Explanation: Sendable {
    /// The widgets, in the config's order.
    public let widgets: [WidgetExplanation]
    /// How many cards were looked up, and how many of them had to be read and rendered.
    public let cards: (shown: Int, rendered: Int)

    /// An explanation of `widgets`, for whose `cards.shown` items `cards.rendered` cards had to be rendered.
    public init(widgets: [WidgetExplanation], cards: (shown: Int, rendered: Int)) {
        self.widgets = widgets
        self.cards = cards
    }
}

/// Why a widget is as it is, or is not there.
public struct WidgetExplanation: Sendable {
    /// The widget's id.
    public let id: String
    /// What became of it: a ``WidgetState``'s word, or `leftOut`.
    public var state: String
    /// What decided whether the request gets it: `platform is "android", not ios`; `nil` where nothing has to hold.
    public var gate: String?
    /// The sources that were asked, in their order.
    public var loads: [Load] = []
    /// The kind of source that stands in for the widget's own, where one does.
    public var fallback: String?
    /// How many items the sources had that no widget before it shows.
    public var found = 0
    /// How many of them were more than the widget may show.
    public var surplus = 0
    /// How many it shows.
    public var shown = 0

    /// How a source was asked.
    public struct Load: Sendable {
        /// The kind of source.
        public let source: String
        /// What became of it: `loaded`, `empty`, `deferred`, `failed`.
        public let state: String
        /// How long it took.
        public let microseconds: Int
        /// What went wrong; `nil` where nothing did.
        public let failure: String?

        /// A load of `source`, which ended in `state` after `microseconds`, with `failure` where it failed.
        public init(source: String, state: String, microseconds: Int, failure: String?) {
            self.source = source
            self.state = state
            self.microseconds = microseconds
            self.failure = failure
        }
    }

    /// The widget `id` became `state`.
    public init(id: String, state: String) {
        self.id = id
        self.state = state
    }
}

extension JSONWriter {
    /// Writes an explanation as the member `explain`.
    mutating func member(explanation: Explanation) {
        object("explain") {
            $0.object("cards") {
                $0.member("shown", explanation.cards.shown)
                $0.member("rendered", explanation.cards.rendered)
            }
            $0.array("widgets") {
                for widget in explanation.widgets { widget.write(into: &$0) }
            }
        }
    }
}

extension WidgetExplanation {
    fileprivate func write(into writer: inout JSONWriter) {
        writer.object {
            $0.member("id", id)
            $0.member("state", state)
            if let gate { $0.member("gate", gate) }
            $0.array("loads") {
                for load in loads {
                    $0.object {
                        $0.member("source", load.source)
                        $0.member("state", load.state)
                        $0.member("microseconds", load.microseconds)
                        if let failure = load.failure { $0.member("failure", failure) }
                    }
                }
            }
            if let fallback { $0.member("fallback", fallback) }
            $0.object("items") {
                $0.member("found", found)
                $0.member("surplus", surplus)
                $0.member("shown", shown)
            }
        }
    }
}
