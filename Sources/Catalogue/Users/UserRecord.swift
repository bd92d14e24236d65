/// What a home needs of a user's actions.
///
/// Apps report actions late: an action changes nothing if the user did the same, or the contrary, at a later time. Searches
/// and arrangements have no other time than that of their arrival.
public struct UserRecord: Hashable, Sendable {
    public var lastSearch: UserSearch?
    /// The last opened items of the catalogue, the latest first, without repetition, at most ``openedLimit``.
    public var opened: [CatalogueItem.ID] { openings.values }
    /// The last opened brands and banners, the latest first, without repetition, at most ``openedCardLimit``.
    public var openedCards: [CatalogueItem.ID] { cardOpenings.values }
    /// The saved items, the latest first, at most ``savedLimit``.
    public var saved: [CatalogueItem.ID] { saves.values }
    /// The dismissed items, brands and banners, the latest first, at most ``dismissedLimit``.
    public var dismissed: [CatalogueItem.ID] { dismissals.values }
    /// The widgets that were dismissed or restored, the latest first, at most ``dismissedWidgetLimit``.
    public var dismissedWidgets: [DismissedWidget] = []
    /// The user's own arrangements, by the ID of the segment, at most ``arrangementLimit``.
    public var arrangements: [String: WidgetArrangement] = [:]
    /// What the user saw of items when they opened or saved them, the latest first, at most ``seenLimit``.
    public var seen: [SeenItem] = []

    var openings = RecentList<CatalogueItem.ID>()
    var cardOpenings = RecentList<CatalogueItem.ID>()
    var saves = RecentList<CatalogueItem.ID>()
    /// The items that were last unsaved, at most ``withdrawnLimit``.
    var unsaves = RecentList<CatalogueItem.ID>()
    var dismissals = RecentList<CatalogueItem.ID>()
    /// The items whose dismissals were last taken back, at most ``withdrawnLimit``.
    var restorations = RecentList<CatalogueItem.ID>()

    public static let openedLimit = 1_000
    static let openedCardLimit = 100
    static let savedLimit = 500
    static let dismissedLimit = 500
    /// The maximum number of items that are no longer saved, or no longer dismissed.
    static let withdrawnLimit = 100
    static let dismissedWidgetLimit = 50
    static let arrangementLimit = 20
    static let seenLimit = 200

    public static let empty = UserRecord()

    public init(lastSearch: UserSearch? = nil, opened: [CatalogueItem.ID] = []) {
        self.lastSearch = lastSearch
        openings = RecentList(opened, at: opened.map { _ in 0 })
    }

    public struct DismissedWidget: Hashable, Sendable, TimedElement {
        public let widget: WidgetID
        let at: Instant
        /// The end of the dismissal; ``Instant/distantPast`` of a restored widget.
        public let until: Instant
        var key: WidgetID { widget }
        public var isDismissed: Bool { until != .distantPast }
    }

    public struct SeenItem: Hashable, Sendable, TimedElement {
        public let id: CatalogueItem.ID
        /// When the user opened or saved it.
        public let at: Instant
        public let price: Money?
        var key: CatalogueItem.ID { id }
    }

    public func hasDismissed(_ widget: WidgetID, at now: Instant) -> Bool {
        dismissedWidgets.contains { $0.widget == widget && now < $0.until }
    }

    /// Applies an action.
    /// - Returns: its effect on the counts of users who opened items; `nil` if it changes nothing and is not
    ///   logged.
    mutating func apply(_ action: UserAction, at: Instant, price: Money? = nil) -> Change? {
        switch action {
        case .searched(let search):
            if lastSearch == search { return nil }
            lastSearch = search
        case .opened(let id, _) where id.isCard:
            cardOpenings.insert(id, at: at, limit: Self.openedCardLimit)
        case .opened(let id, _):
            seen.insert(SeenItem(id: id, at: at, price: price), limit: Self.seenLimit)
            let change = openings.insert(id, at: at, limit: Self.openedLimit)
            return Change(firstOpened: change?.isNew == true ? id : nil, forgotten: change?.removed)
        case .saved(let id):
            guard !saves.begins(with: id, at: at), unsaves.remove(id, before: at),
                saves.insert(id, at: at, limit: Self.savedLimit) != nil
            else { return nil }
            seen.insert(SeenItem(id: id, at: at, price: price), limit: Self.seenLimit)
        case .unsaved(let id):
            guard !unsaves.begins(with: id, at: at), saves.remove(id, before: at) else { return nil }
            unsaves.insert(id, at: at, limit: Self.withdrawnLimit)
        case .dismissed(let id):
            guard !dismissals.begins(with: id, at: at), restorations.remove(id, before: at),
                dismissals.insert(id, at: at, limit: Self.dismissedLimit) != nil
            else { return nil }
        case .restored(let id):
            guard !restorations.begins(with: id, at: at), dismissals.remove(id, before: at) else { return nil }
            restorations.insert(id, at: at, limit: Self.withdrawnLimit)
        case .dismissedWidget(let widget, let until):
            let dismissed = DismissedWidget(widget: widget, at: at, until: until)
            guard dismissedWidgets.insert(dismissed, limit: Self.dismissedWidgetLimit) else { return nil }
        case .restoredWidget(let widget): return apply(.dismissedWidget(widget, until: .distantPast), at: at)
        case .arranged(let arrangement, let segment):
            guard arrangements[segment] ?? .none != arrangement else { return nil }
            arrangements[segment] = arrangement == .none ? nil : arrangement
            while arrangements.count > Self.arrangementLimit,
                let first = arrangements.keys.filter({ $0 != segment }).min()
            {
                arrangements[first] = nil
            }
        case .forgotten: return nil
        }
        return Change()
    }

    struct Change: Hashable, Sendable {
        /// An item with one more user.
        var firstOpened: CatalogueItem.ID? = nil
        /// An item with one user less, because the record no longer holds it.
        var forgotten: CatalogueItem.ID? = nil
    }
}
