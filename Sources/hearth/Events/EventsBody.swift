import Catalogue
import HomeFeed
import Import
import JSON

/// The body of `POST /users/{user}/events`.
///
///     {"id": "b1", "events": [{"type": "opened", "item": "listing:7129300520", "tracking": "AQ…", "at": "2026-…Z"}]}
///
/// `id`, `tracking` and `at` are optional. An event without an item is about the widget of its tracking token.
struct EventsBody {
    private(set) var batch: EventBatch
    private(set) var refused: [RefusedEvent] = []
    private(set) var indices: [Int] = []
    /// The indices in the body of events whose widget, experiment or arm the config no longer has. They count without it.
    private(set) var untracked: [Int] = []

    static let counts = 1...500
    /// In the body of `POST /users/{user}/opened`.
    private static let openedCounts = 1...1_000

    /// - Parameter now: When the body arrived.
    /// - Throws: ``BodyError`` if the body is no list of events. An invalid event is refused instead.
    init(
        _ body: some Sequence<UInt8>,
        of feed: HomeFeed,
        in snapshot: CatalogueSnapshot,
        at now: Instant
    ) throws(BodyError) {
        let (id, events) = try BodyError.read(body) { object -> (String?, [JSONValue])? in
            let id = object.optional("id")?.identifier()
            let events = object.required("events")?.array(of: "events", Self.counts) { $0.json }
            return events.map { (id, $0) }
        }
        let reader = EventReader(feed: feed, snapshot: snapshot, now: now)
        self.init(id, events) { (json) throws(RefusedEvent.Reason) in try reader.event(reader.read(json)) }
    }

    /// Reads the body of `POST /users/{user}/opened`: `{"items": ["listing:7129300520", "brand:nike"]}`.
    /// - Parameter now: When it arrived.
    /// - Throws: ``BodyError`` with all errors.
    init(
        opened body: some Sequence<UInt8>,
        of feed: HomeFeed,
        in snapshot: CatalogueSnapshot,
        at now: Instant
    ) throws(BodyError) {
        let items = try BodyError.read(body) { object in
            object.required("items")?.array(of: "items", Self.openedCounts) { $0.itemID(feed.config.kinds) }
        }
        let reader = EventReader(feed: feed, snapshot: snapshot, now: now)
        self.init(nil, items) { (item) throws(RefusedEvent.Reason) in try reader.event((.opened, item, nil, nil)) }
    }

    private init<Element>(
        _ id: String?,
        _ elements: [Element],
        _ read: (Element) throws(RefusedEvent.Reason) -> (ReportedEvent, isUntracked: Bool)
    ) {
        batch = EventBatch(id: id, [])
        for (index, element) in elements.enumerated() {
            do throws(RefusedEvent.Reason) {
                let (event, isUntracked) = try read(element)
                batch.events.append(event)
                indices.append(index)
                if isUntracked { untracked.append(index) }
            } catch {
                refused.append(RefusedEvent(index: index, reason: error))
            }
        }
    }

    /// Includes events whose items the store does not have.
    func refused(with outcome: BatchOutcome) -> [RefusedEvent] {
        let unknown = outcome.unknownItems.map { number in
            let item = batch.events[number].requiredItem
            return RefusedEvent(index: indices[number], reason: .unknownItem(item.map { "\($0)" } ?? ""))
        }
        return (refused + unknown).sorted { $0.index < $1.index }
    }
}

struct RefusedEvent {
    let index: Int
    let reason: Reason

    struct Reason: Error {
        /// Stable, for programs.
        let code: Code
        let message: String

        static func unknownItem(_ item: String) -> Reason {
            Reason(code: .unknownItem, message: "there is no item \"\(item)\"")
        }

        static let unknownTracking = Reason(
            code: .unknownTracking,
            message: "the tracking token is damaged, or of a widget that the config no longer has"
        )

        static func notDismissible(_ subject: String) -> Reason {
            Reason(code: .notDismissible, message: "\(subject) cannot be dismissed")
        }
    }

    enum Code: String, CaseIterable {
        case invalidEvent = "invalid_event"
        case unknownItem = "unknown_item"
        case unknownTracking = "unknown_tracking"
        case notDismissible = "not_dismissible"
    }
}

enum EventType: String, CaseIterable {
    case shown, opened, dismissed, saved, unsaved, undo
}

extension ReportedEvent.Content {
    /// The name of the ``EventType``, or of an action that clients report in another way.
    var typeName: String {
        switch self {
        case .shown: "shown"
        case .action(.opened): "opened"
        case .action(.saved): "saved"
        case .action(.unsaved): "unsaved"
        case .action(.dismissed), .action(.dismissedWidget): "dismissed"
        case .action(.restored), .action(.restoredWidget): "undo"
        case .action(.searched): "searched"
        case .action(.arranged): "arranged"
        case .action(.forgotten): "forgotten"
        }
    }
}

private struct EventReader {
    let feed: HomeFeed
    let snapshot: CatalogueSnapshot
    /// Later times become this one: no event happens after its arrival.
    let now: Instant

    private static let maximumErrors = 4

    typealias Members = (type: EventType, item: CatalogueItem.ID?, tracking: String?, at: Instant?)

    /// - Returns: Also whether the config lacks parts of what its token names.
    func event(_ members: Members) throws(RefusedEvent.Reason) -> (ReportedEvent, isUntracked: Bool) {
        let tracking = members.tracking.flatMap { Tracking(token: $0) }
        if tracking == nil, members.tracking != nil { throw .unknownTracking }
        let origin = tracking.flatMap { feed.origin(of: $0) }
        let isUntracked = origin?.arms.count != tracking?.origin.arms.count
        let at = min(members.at ?? now, now)
        guard let item = members.item else {
            let action = try widgetAction(members.type, origin, at: at)
            return (ReportedEvent(.action(action), at: at, origin: origin), isUntracked)
        }
        if item.isCard || members.type == .shown, !feed.knows(item, in: snapshot) { throw .unknownItem("\(item)") }
        if members.type == .dismissed, !feed.canDismiss(item, of: origin?.widget) {
            let widget = origin.map { " of the widget \"\($0.widget.widget)\"" } ?? ""
            throw .notDismissible("the item \"\(item)\"\(widget)")
        }
        let content: ReportedEvent.Content =
            switch members.type {
            case .shown: .shown(item)
            case .opened: .action(.opened(item))
            case .saved: .action(.saved(item))
            case .unsaved: .action(.unsaved(item))
            case .dismissed: .action(.dismissed(item))
            case .undo: .action(.restored(item))
            }
        return (ReportedEvent(content, at: at, origin: origin, price: snapshot.price(of: item)), isUntracked)
    }

    func read(_ json: JSONValue) throws(RefusedEvent.Reason) -> Members {
        do throws(ValidationErrors) {
            return try CheckedValue.read(json, limit: Self.maximumErrors) { value in
                value.object { object -> Members? in
                    let type = object.required("type")?.choice("type of event", of: EventType.self)
                    let item = object.optional("item")
                    let tracking = object.optional("tracking")
                    let id = item?.itemID(feed.config.kinds)
                    let time = object.optional("at")?.instant()
                    let token = tracking?.string()
                    guard let type else { return nil }
                    if item == nil {
                        if type != .dismissed, type != .undo {
                            object.report("\"item\" is missing")
                        } else if tracking == nil {
                            object.report("expected \"item\", or \"tracking\" of a widget")
                        }
                    } else if let id, id.isCard, type == .saved || type == .unsaved {
                        object.report("only items of the catalogue can be saved, not \"\(id)\"")
                    }
                    return (type, id, token, time)
                }
            }
        } catch {
            throw RefusedEvent.Reason(code: .invalidEvent, message: error.line)
        }
    }

    private func widgetAction(
        _ type: EventType,
        _ origin: EventOrigin?,
        at: Instant
    ) throws(RefusedEvent.Reason) -> UserAction {
        guard let widget = origin?.widget else { throw .unknownTracking }
        if type == .undo { return .restoredWidget(widget) }
        guard let time = feed.dismissalTime(of: widget) else {
            throw .notDismissible("the widget \"\(widget.widget)\"")
        }
        return .dismissedWidget(widget, until: at + time)
    }
}

extension CheckedValue {
    fileprivate func itemID(_ kinds: KindTable) -> CatalogueItem.ID? {
        let item = { CatalogueItem.ID($0).flatMap { $0.isCard || kinds[$0.kind] != nil ? $0 : nil } }
        return parsed(item, "an item such as \"listing:7129300520\" or \"brand:nike\"")
    }

    fileprivate func instant() -> Instant? {
        parsed({ EventTime.instant(of: Array($0.utf8)[...]) }, "a time in ISO 8601, such as \"2026-01-31T09:30:00Z\"")
    }
}

extension CatalogueSnapshot {
    fileprivate func price(of id: CatalogueItem.ID) -> Money? {
        row(of: id).flatMap { price(of: $0) }
    }
}
