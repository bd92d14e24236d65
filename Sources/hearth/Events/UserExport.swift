import Catalogue
import EventLoop
import HomeFeed

/// Everything that the store has of a user: the answer to `GET /users/{user}`.
struct UserExport {
    let user: UserID
    let state: UserState
    /// The latest first; `nil` in recordings. One more than ``eventLimit`` tells that the export is cut.
    let events: [UserEvent]?

    static let eventLimit = 10_000

    func write(into json: inout JSONWriter) {
        let (record, counts) = (state.record, state.counts)
        json.member("user", user.rawValue)
        if let search = record.lastSearch { json.object("lastSearch") { $0.members(of: search) } }
        json.member("opened", (record.opened + record.openedCards).map(\.description))
        json.member("saved", record.saved.map(\.description))
        json.member("dismissed", record.dismissed.map(\.description))
        json.objects("dismissedWidgets", record.dismissedWidgets.filter { $0.isDismissed }) { object, dismissed in
            object.members(of: dismissed.widget)
            object.member("until", instant: dismissed.until)
        }
        json.objects("widgets", record.arrangements.sorted(by: { $0.key < $1.key })) {
            $0.member("segment", $1.key)
            $0.members(of: $1.value)
        }
        json.objects("seen", record.seen) { object, seen in
            object.member("item", seen.id.description)
            object.member("at", instant: seen.at)
            if let price = seen.price {
                object.object("price") {
                    $0.member("amount", Int(price.amount))
                    $0.member("currency", price.currency)
                }
            }
        }
        json.members(of: counts)
        guard let events else { return }
        json.objects("events", events.prefix(Self.eventLimit)) { $0.members(of: $1) }
        json.member("eventsCut", events.count > Self.eventLimit)
    }
}

extension JSONWriter {
    mutating func member(_ key: StaticString, _ texts: [String]) {
        array(key) { for text in texts { $0.element(text) } }
    }

    fileprivate mutating func member(_ key: StaticString, instant: Instant) {
        member(key, Timestamp(nanoseconds: Int(instant.seconds) * 1_000_000_000).description)
    }

    fileprivate mutating func members(of widget: WidgetID) {
        member("segment", widget.segment)
        member("widget", widget.widget)
    }

    fileprivate mutating func members(of arrangement: WidgetArrangement) {
        member("hidden", arrangement.hidden)
        member("pinned", arrangement.pinned)
        member("order", arrangement.order)
    }

    /// Writes a search as the body with which it was recorded.
    fileprivate mutating func members(of search: UserSearch) {
        let filter = search.filter
        member("kind", search.kind)
        let texts: KeyValuePairs<StaticString, String?> = [
            "market": filter.market, "brand": filter.brand, "category": filter.category,
            "collection": filter.collection, "currency": filter.currency,
        ]
        for (key, text) in texts { if let text { member(key, text) } }
        if let place = filter.place {
            object("place") {
                $0.member("lat", place.center.latitude)
                $0.member("lon", place.center.longitude)
                $0.member("radius", place.radius)
            }
        }
        if filter.price.isBounded {
            object("price") {
                if let min = filter.price.min { $0.member("min", Int(min)) }
                if let max = filter.price.max { $0.member("max", Int(max)) }
            }
        }
        for (name, condition) in filter.attributes.sorted(by: { $0.key < $1.key }) {
            key(name)
            element(condition)
        }
    }

    private mutating func element(_ condition: AttributeCondition) {
        switch condition {
        case .range(let range):
            object {
                if let min = range.min { $0.member("min", min) }
                if let max = range.max { $0.member("max", max) }
            }
        case .anyOf(let texts):
            array { for text in texts.sorted() { $0.element(text) } }
        case .flag(let flag): element(flag)
        }
    }

    fileprivate mutating func members(of counts: UserCounts) {
        if let visit = counts.visit {
            object("visit") {
                $0.member("start", instant: visit.start)
                $0.member("end", instant: visit.end)
                if let previous = visit.previousEnd { $0.member("previousEnd", instant: previous) }
            }
        }
        objects("shown", counts.items.reversed()) { object, item in
            object.member("item", item.id.description)
            object.member("shown", item.shown)
            object.member("shownSinceOpened", item.shownSinceOpened)
            object.member("lastShown", instant: item.lastShown)
        }
        objects("widgetVisits", counts.widgets) { object, widget in
            object.members(of: widget.widget)
            object.member("shown", widget.shown)
            object.member("opened", widget.opened)
        }
        objects("experiments", counts.arms) { object, arm in
            object.member("experiment", arm.arm.experiment)
            object.member("arm", arm.arm.arm)
            object.member("visits", arm.visits)
            object.member("shown", arm.shown)
            object.member("opened", arm.opened)
        }
    }

    fileprivate mutating func members(of event: UserEvent) {
        member("at", instant: event.at)
        member("type", ReportedEvent.Content.action(event.action).typeName)
        switch event.action {
        case .opened(let id, _), .saved(let id), .unsaved(let id), .dismissed(let id), .restored(let id):
            member("item", id.description)
        case .dismissedWidget(let widget, let until):
            members(of: widget)
            member("until", instant: until)
        case .restoredWidget(let widget):
            members(of: widget)
        case .searched(let search):
            object("search") { $0.members(of: search) }
        case .arranged(let arrangement, let segment):
            member("segment", segment)
            members(of: arrangement)
        case .forgotten: break
        }
    }
}
