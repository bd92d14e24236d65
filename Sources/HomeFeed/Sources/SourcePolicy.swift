import Catalogue
import JSON

/// The policy of a source that may be slow, fail or be empty. Only sources that ``Source/canFail`` have one.
///
/// A source that misses its own ``deadline`` has failed, and its fallbacks are tried. One that misses the deadline of
/// the home is deferred without fallbacks: the client loads the widget later. See ``LoadState`` and ``ServiceLoader``.
struct SourcePolicy: Sendable {
    /// For a recommendation service; `nil` for the home's deadline.
    var deadline: Duration?
    /// The age in seconds up to which a service's last result is shown when it fails.
    var maxStale: Int64 = 0
    /// Whether the home fails with the source.
    var isEssential = false
    var fallbacks: [Fallback] = []

    /// The kind is an index in ``SourceKind/all``.
    typealias Fallback = (kind: Int, source: any Source)

    /// In seconds: up to a day.
    static let staleTimes: ClosedRange<Int64> = 0...86_400
    static let maximumFallbacks = 4

    init() {}

    /// Reads the members beside the options of a source: `{"kind": …, "failure": "essential", "fallbacks": [{"kind":
    /// "newest"}], "deadline": 80, "maxStale": 600}`. Only sources that use a service have `deadline` and `maxStale`.
    init(reading object: inout CheckedObject, usesService: Bool, _ scope: ConfigScope) {
        let failures = ["optional": false, "essential": true]
        isEssential = object.optional("failure")?.choice("failure policy", among: failures) ?? false
        fallbacks =
            object.optional("fallbacks")?.array(of: "fallbacks", 1...Self.maximumFallbacks) {
                Self.fallback(reading: $0, scope)
            } ?? []
        guard usesService else { return }
        deadline = object.optional("deadline")?.count(in: BudgetConfig.milliseconds).map { .milliseconds($0) }
        maxStale = object.optional("maxStale")?.integer(in: Self.staleTimes) ?? 0
    }

    private static func fallback(reading value: CheckedValue, _ scope: ConfigScope) -> Fallback? {
        value.object { object in
            guard let name = object.sourceKind(), let kind = SourceKind.names.firstIndex(of: name) else { return nil }
            let source = SourceKind.all[kind].read(&object, scope)
            if source is CardsSource {
                value.report("a fallback finds items of the catalogue; for a card, use whenNothingFound")
            }
            return (kind, source)
        }
    }
}
