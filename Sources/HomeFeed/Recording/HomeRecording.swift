import Bytes
import Catalogue
import Foundation
import HomeDocument
import JSON

/// The recorded inputs of a home, read from a file.
public struct HomeRecording: Sendable {
    /// The version of the format.
    static let format = 1

    /// The instant of the home, in Unix seconds (UTC).
    public let now: Int64
    /// The revision of the bytes of the home.
    public let revision: Revision
    /// The revision of the key that signed the home's tokens.
    public let signingKey: Revision
    /// The results of the home's sources.
    public let loads: ReplayedLoads
    let request: HomeRequest
    /// The candidates of each source, more than were shown, for another config.
    let choices: [RecordedLoad]
    private let state: Result<CachedUser, UserRecordFailure>
    private let rates: WidgetRates
    private let snapshot: CatalogueSnapshot

    /// The number of recorded items.
    public var itemCount: Int { snapshot.count }

    /// The name of the config of the home, which is recorded apart from it; `nil` if `json` is no recording.
    public static func config(of json: JSONValue) -> String? {
        guard case .object(let members) = json, case .string(let name)? = members["config"] else { return nil }
        return name
    }

    /// Reads a recording.
    /// - Parameter kinds: The kinds of the config with which the home is made again.
    /// - Throws: ``ValidationErrors`` with all errors, each with its path.
    public init(_ json: JSONValue, kinds: KindTable) throws(ValidationErrors) {
        self = try CheckedValue.read(json) { value in value.object { Self(reading: &$0, kinds) } }
    }

    private init?(reading object: inout CheckedObject, _ kinds: KindTable) {
        guard let format = object.required("format")?.integer(), format == Self.format else {
            object.ignoreUnknownMembers()
            object.report("expected a recording of format \(Self.format)")
            return nil
        }
        // The config is read before; the state is for people.
        _ = (object.optional("config"), object.optional("state"))
        let now = object.required("at")?.instant()
        let request = object.required("target")?.homeRequest()
        let revision = object.required("revision")?.revision()
        let signingKey = object.required("signingKey")?.revision()
        let state = object.value("user", default: .success(.empty)) { $0.object(Self.state) }
        let visits = object.required("widgetVisits")?.array { $0.object(Self.visits) }
        let items = RecordedItems(reading: &object, kinds)
        func loads(_ key: String) -> [RecordedLoad]? {
            let member = object.required(key)
            guard let items else { return nil }
            return member?.array { $0.object { RecordedLoad(reading: &$0, items) } }
        }
        let (recorded, choices) = (loads("loads"), loads("choices"))
        guard let now, let request, let revision, let signingKey, let state, let visits, let items, let recorded,
            let choices
        else { return nil }
        let openedCount = (try? state.get().record.record.opened.count) ?? 0
        let reasons = (recorded + choices).flatMap { $0.candidates?.items ?? [] }.compactMap(\.reason)
        if let index = reasons.compactMap(\.openedIndex).max(), index >= openedCount {
            object.report("a reason names opened item \(index), of \(openedCount)")
            return nil
        }
        self.now = now
        self.request = request
        self.revision = revision
        self.signingKey = signingKey
        self.state = state
        self.choices = choices
        self.loads = ReplayedLoads(recorded)
        snapshot = items.snapshot
        rates = Self.rates(visits, state, now)
    }

    private static func state(reading object: inout CheckedObject) -> Result<CachedUser, UserRecordFailure>? {
        _ = object.required("id")?.string()
        if let unread = object.optional("unread")?.string() {
            return .failure(unread == "late" ? .late : .failed(StoreError(recorded: unread)))
        }
        let record = object.required("record")?.base64().flatMap { UserRecord(packed: $0.span) }
        let counts = object.required("counts")?.base64().flatMap { UserCounts(packed: $0.span) }
        guard let record, let counts else {
            object.report("the user's record or counts are damaged")
            return nil
        }
        return .success(CachedUser(record: CachedUserRecord(record), counts: CachedUserCounts(counts)))
    }

    private static func visits(reading object: inout CheckedObject) -> (WidgetID, EventTotal.Counts)? {
        let segment = object.required("segment")?.string()
        let widget = object.required("widget")?.string()
        let shown = object.required("shown")?.integer()
        let opened = object.required("opened")?.integer()
        guard let segment, let widget, let shown, let opened else { return nil }
        return (WidgetID(segment: segment, widget: widget), EventTotal.Counts(shown: shown, opened: opened))
    }

    /// Rates that are these sums on the day of the visit.
    private static func rates(
        _ visits: [(WidgetID, EventTotal.Counts)],
        _ state: Result<CachedUser, UserRecordFailure>,
        _ now: Int64
    ) -> WidgetRates {
        let counts = (try? state.get().counts.counts) ?? .empty
        let day = EventTotal.day(of: counts.visitStart(at: now))
        let totals = visits.map { widget, counts in
            EventTotal(.init(day: day - 1, widget: widget, arms: "", rank: EventTotal.Key.wholeWidget), counts)
        }
        let rates = WidgetRates()
        rates.update(with: totals, today: day)
        return rates
    }
}

extension HomeRecording {
    /// Makes the home again, with the recorded config or another one.
    /// - Parameters:
    ///   - loads: ``loads``, or with another config ``loads(changing:to:)``. Other sources search the recorded items.
    ///   - signingKey: Signs the tokens.
    ///   - explains: Whether the home has an explanation.
    /// - Throws: ``FeedError`` if the config does not have the segment, or an essential source has failed.
    public func home(
        with config: HomeConfig,
        _ loads: ReplayedLoads,
        signingKey: [UInt8],
        explains: Bool = false
    ) throws(FeedError) -> Home {
        var request = request
        request.explains = explains
        let resolved = try ResolvedRequest(request, config)
        let context = FeedContext(
            snapshot: snapshot,
            user: request.user,
            state: state,
            place: request.place,
            now: now,
            marketNames: resolved.config.marketNames,
            weights: resolved.config.weights,
            rates: rates,
            recording: .replaying(loads)
        )
        let builder = HomeBuilder(resolved, context, FeedCaches(signingKey: signingKey, cards: CardCache()))
        return try builder.home(.none) { _ in }
    }
}

extension CheckedValue {
    /// An instant in UTC, in Unix seconds.
    fileprivate func instant() -> Int64? {
        guard case .string(let text) = json, let seconds = UTCInstant.seconds(text) else {
            return mismatch(UTCInstant.expectation)
        }
        return seconds
    }

    fileprivate func revision() -> Revision? {
        guard case .string(let text) = json, text.utf8.count == 16, let value = UInt64(text, radix: 16) else {
            return mismatch("sixteen hexadecimal digits")
        }
        return Revision(rawValue: value)
    }

    /// The request for the home at this URL.
    fileprivate func homeRequest() -> HomeRequest? {
        guard case .string(let text) = json, let items = URLComponents(string: text)?.queryItems else {
            return mismatch("the URL of a home")
        }
        do throws(ParameterError) {
            return try HomeRequest(parameters: items.map { (name: $0.name, value: $0.value ?? "") })
        } catch {
            report(error.message)
            return nil
        }
    }
}
