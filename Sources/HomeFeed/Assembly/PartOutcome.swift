/// What became of the load of one part.
final class PartOutcome: Sendable {
    let state: LoadState
    let content: SourceContent
    /// The kind of source whose content it is.
    let source: String
    /// The same where that stands in for the part's own.
    let fallback: String?
    /// How many seconds ago the content was loaded, where that is not now.
    let age: Int?
    /// Why there is nothing of the source itself.
    let error: SourceError?
    /// The first source that was asked, and those that were asked after it.
    private let firstLoad: SourceLoad?
    private let laterLoads: [SourceLoad]

    /// Holds the place of what is being loaded.
    static let unsettled = PartOutcome(.loading, .empty, of: "")

    /// What stands in the config is there at once.
    convenience init(standing content: SourceContent, of source: String) {
        self.init(.loaded, content, of: source)
    }

    private init(_ state: LoadState, _ content: SourceContent, of source: String) {
        self.state = state
        self.content = content
        self.source = source
        (fallback, age, error, firstLoad, laterLoads) = (nil, nil, nil, nil, [])
    }

    fileprivate init(_ progress: PartProgress) {
        state = progress.state
        content = progress.content
        source = progress.fallback ?? progress.kind
        fallback = progress.fallback
        age = progress.age
        error = progress.error
        firstLoad = progress.firstLoad
        laterLoads = progress.laterLoads
    }

    /// Tells of the sources that were asked, in their order.
    func forEachLoad(_ body: (SourceLoad) -> Void) {
        if let firstLoad { body(firstLoad) }
        laterLoads.forEach(body)
    }

    /// Whether it has nothing to show, and not because there is nothing.
    var isMissing: Bool { state == .failed || state == .deferred }
}

/// How far the load of one part has come.
struct PartProgress {
    fileprivate let widget: String
    fileprivate let kind: String
    var state = LoadState.loading
    var content = SourceContent.empty
    /// The kind of source whose content it is, where another stands in.
    var fallback: String?
    /// How many seconds ago the content was loaded, where that is not now.
    var age: Int?
    /// Why there is nothing of the source itself.
    var error: SourceError?
    fileprivate var firstLoad: SourceLoad?
    fileprivate var laterLoads: [SourceLoad] = []

    init(of part: SourcePart, in widget: String) {
        self.widget = widget
        kind = part.kind
    }

    /// What has become of it.
    var outcome: PartOutcome { PartOutcome(self) }

    /// Notes that a source was asked.
    mutating func note(
        _ source: String,
        _ attempt: PartLoad.Attempt,
        since start: Instant,
        until end: Instant = .now
    ) {
        let (state, error): (LoadState, SourceError?) =
            switch attempt {
            case .content(let content): (content.isEmpty ? .empty : .loaded, nil)
            case .failed(let error): (.failed, error)
            case .late: (.deferred, nil)
            }
        let load = SourceLoad(widget: widget, source: source, state: state, since: start, until: end, error)
        if firstLoad == nil { firstLoad = load } else { laterLoads.append(load) }
    }
}
