import Bytes
import Catalogue
import HomeDocument

/// The inputs of one home, from which it can be made again.
///
/// The catalogue is too large to record. Its place take the results of the home's sources, and the items that these,
/// or the user's record, name.
public struct HomeInputs: Sendable {
    private let resolved: ResolvedRequest
    private let context: FeedContext
    private let outcomes: ServiceOutcomes
    private let loads: [RecordedLoad]
    private let home: Home
    /// When the request began.
    public let start: ContinuousClock.Instant

    /// How many more candidates than a source shows are recorded, for another config to choose from.
    static let spareCandidates = 12

    init(
        _ resolved: ResolvedRequest,
        _ context: FeedContext,
        _ outcomes: ServiceOutcomes,
        _ loads: [RecordedLoad],
        _ home: Home,
        since start: ContinuousClock.Instant
    ) {
        self.resolved = resolved
        self.context = context
        self.outcomes = outcomes
        self.loads = loads
        self.home = home
        self.start = start
    }

    /// The user; `nil` if unknown.
    public var user: UserID? { context.user }

    /// The instant of the home, in Unix seconds (UTC).
    public var now: Int64 { context.now }

    /// What the store had of the user; `nil` without a user, or if it could not be read.
    public var state: UserState? {
        guard context.user != nil, context.unread == nil else { return nil }
        return UserState(record: context.record, counts: context.counts.counts)
    }

    /// Writes the members of a recording. Takes about as long as a few homes.
    /// - Parameters:
    ///   - config: Names the recorded config.
    ///   - signingKey: The revision of the key that signs the home's tokens.
    public func write(into writer: inout JSONWriter, config: Revision, signingKey: Revision) {
        let choices = choices
        writer.member("format", HomeRecording.format)
        writer.member("at", UTCInstant.text(context.now))
        writer.member("target", HomeLinks(request: resolved.request).href(segment: resolved.segment.id))
        writer.member("config", config)
        writer.member("signingKey", signingKey)
        writer.member("revision", Self.revision(of: home))
        if let user { writer.object("user") { write(user, into: &$0) } }
        writer.array("widgetVisits", writeRates)
        writer.array("loads") { for load in loads { load.write(into: &$0, in: context.snapshot) } }
        writer.array("choices") { for load in choices { load.write(into: &$0, in: context.snapshot) } }
        write(RecordedItemList(loads + choices, context), into: &writer)
    }

    /// The revision of the bytes of a home.
    static func revision(of home: Home) -> Revision {
        var writer = JSONWriter()
        _ = home.write(into: &writer)
        return Revision { $0.combine(bytes: writer.bytes.span) }
    }

    /// The first candidates of each source and fallback of the segment, without regard to the other widgets.
    private var choices: [RecordedLoad] {
        var dismissed = ExcludedItems()
        for hash in context.cached.dismissedHashes { dismissed.insert(hash: hash) }
        return resolved.segment.widgets.flatMap { widget in
            widget.sources.enumerated().filter { !$1.isFixed }.flatMap { number, source in
                let page = CandidatePage(after: nil, limit: source.limit + Self.spareCandidates)
                return ([source.source] + source.policy.fallbacks).enumerated().map { index, candidate in
                    let result = SourceResult(
                        number,
                        candidate,
                        index == 0 ? outcomes[widget, number]?.outcome : nil,
                        context,
                        page,
                        without: dismissed,
                        fatigued: context.fatigued(by: source.fatigue)
                    )
                    let fallback = index == 0 ? nil : index - 1
                    let key = RecordedLoad.Key(widget: widget.id, source: number, fallback: fallback)
                    return RecordedLoad(key, result, .zero)
                }
            }
        }
    }

    private func write(_ user: UserID, into writer: inout JSONWriter) {
        writer.member("id", user.rawValue)
        switch context.unread {
        case nil:
            writer.member("record", Base64URL.encode(context.record.packed.span))
            writer.member("counts", Base64URL.encode(context.counts.counts.packed.span))
        case .late: writer.member("unread", "late")
        case .failed(let error): writer.member("unread", "\(error)")
        }
    }

    /// Writes the visits of all users, on which a personal order depends.
    private func writeRates(into writer: inout JSONWriter) {
        let day = EventTotal.day(of: context.counts.counts.visitStart(at: context.now))
        let counts = context.rates.counts(before: day).sorted {
            ($0.key.segment, $0.key.widget) < ($1.key.segment, $1.key.widget)
        }
        for (id, counts) in counts {
            writer.object {
                $0.member("segment", id.segment)
                $0.member("widget", id.widget)
                $0.member("shown", Int(counts.shown))
                $0.member("opened", Int(counts.opened))
            }
        }
    }

    private func write(_ list: RecordedItemList, into writer: inout JSONWriter) {
        let snapshot = context.snapshot
        writer.array("brands") { array in
            for index in list.brands {
                array.object {
                    $0.member("id", snapshot.brands[index].id)
                    $0.member("name", snapshot.brands[index].name)
                }
            }
        }
        writer.array("items") { array in
            for row in list.rows {
                array.object {
                    $0.member("id", snapshot.id(of: row).description)
                    $0.member("title", snapshot.item(row)?.title ?? "")
                    $0.member("openedBy", snapshot.openedBy(row))
                    $0.member("packed", Base64URL.encode(snapshot.packed(row)))
                }
            }
        }
    }
}
