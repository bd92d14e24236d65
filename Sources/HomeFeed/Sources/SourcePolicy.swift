import Catalogue
import JSON

/// How a widget handles a source that is slow, fails or has nothing to show. Only sources that ``Source/canFail`` have one.
struct SourcePolicy: Sendable {
    /// How long a recommendation service may take; `nil` for as long as the home has.
    var deadline: Duration?
    /// For how many seconds a service's last answer may be shown where it does not give a new one.
    var maxStale: Int64 = 0
    /// Whether the home fails with the source.
    var isEssential = false
    /// The sources that are asked in its place, one after the other, until one has something.
    var fallbacks: [any Source] = []

    /// The milliseconds that a config may give a service.
    static let deadlines: ClosedRange<Int64> = 1...60_000
    /// The range of ``maxStale``: up to a day.
    static let staleTimes: ClosedRange<Int64> = 0...86_400
    /// The most sources in the place of one.
    static let maximumFallbacks = 4

    /// The policy of a source whose config has none.
    init() {}

    /// Reads the keys that stand beside the options of a source: `{"kind": …, "failure": "essential",
    /// "fallbacks": [{"kind": "newest"}], "deadline": 80, "maxStale": 600}`.
    /// - Parameter asksService: whether `deadline` and `maxStale` are among the keys.
    init?(reading object: inout CheckedObject, asksService: Bool, _ kinds: KindTable) {
        let isEssential = object.value("failure", default: false) {
            $0.choice("failure policy", among: ["optional": false, "essential": true])
        }
        let fallbacks = object.value("fallbacks", default: []) { list in
            list.array(of: "fallbacks", 1...Self.maximumFallbacks) { SourceTable.source(reading: $0, kinds) }
        }
        guard asksService else {
            guard let isEssential, let fallbacks else { return nil }
            self.isEssential = isEssential
            self.fallbacks = fallbacks
            return
        }
        let deadline = object.optional("deadline").map { $0.integer(in: Self.deadlines) }
        let maxStale = object.value("maxStale", default: 0) { $0.integer(in: Self.staleTimes) }
        if case .some(nil) = deadline { return nil }
        guard let isEssential, let fallbacks, let maxStale else { return nil }
        self.isEssential = isEssential
        self.fallbacks = fallbacks
        self.deadline = deadline.flatMap { $0 }.map { .milliseconds($0) }
        self.maxStale = maxStale
    }
}
