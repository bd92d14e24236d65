import CheckedJSON

/// What is to be done about a source that is slow, fails or has nothing.
struct SourcePolicy: Sendable {
    /// How long it may take; `nil` is as long as the home has.
    var deadline: Duration?
    /// Whether there is no home without it.
    var isEssential = false
    /// What is asked in its place, one after the other, until one has something.
    var fallbacks: [any Source] = []
    /// For how many seconds what it has loaded may be shown where it cannot be loaded again.
    var staleFor: Int64 = 0

    /// How many milliseconds a config may give a source.
    static let deadlines: ClosedRange<Int64> = 1...60_000
    /// How many seconds a config may have content shown after its load: up to a day.
    static let staleTimes: ClosedRange<Int64> = 0...86_400
    /// The most sources in the place of one.
    static let maximumFallbacks = 4

    /// The policy of a source of which a config says nothing.
    init() {}

    /// Reads what stands beside the options of a source: `{"kind": …, "deadline": 80, "failure": "essential",
    /// "fallbacks": [{"kind": "newest"}], "staleFor": 600}`.
    init?(reading object: inout CheckedObject) {
        let deadline = object.optional("deadline").map { $0.integer(in: Self.deadlines) }
        let isEssential = object.value("failure", default: false) {
            $0.word("failure policy", among: ["optional": false, "essential": true])
        }
        let fallbacks = object.value("fallbacks", default: []) {
            $0.list(of: "fallbacks", 1...Self.maximumFallbacks, SourceTable.source)
        }
        let staleFor = object.value("staleFor", default: 0) { $0.integer(in: Self.staleTimes) }
        if case .some(nil) = deadline { return nil }
        guard let isEssential, let fallbacks, let staleFor else { return nil }
        self.deadline = deadline.flatMap { $0 }.map { .milliseconds($0) }
        self.isEssential = isEssential
        self.fallbacks = fallbacks
        self.staleFor = staleFor
    }
}
