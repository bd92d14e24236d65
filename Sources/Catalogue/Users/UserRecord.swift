/// What a home needs of a user's actions.
public struct UserRecord: Hashable, Sendable {
    /// The last search.
    public var lastSearch: UserSearch?
    /// The last opened items of the catalogue, the latest first, without repetition, at most ``openedLimit``.
    public var opened: [CatalogueItem.ID] = []
    /// The last opened brands and banners, the latest first, without repetition, at most ``openedCardLimit``.
    public var openedCards: [CatalogueItem.ID] = []
    /// The saved items, the latest first, at most ``savedLimit``.
    public var saved: [CatalogueItem.ID] = []
    /// The dismissed items, brands and banners, the latest first, at most ``dismissedLimit``.
    public var dismissed: [CatalogueItem.ID] = []
    /// The dismissed widgets, the latest first, at most ``dismissedWidgetLimit``.
    public var dismissedWidgets: [DismissedWidget] = []
    /// The user's own arrangements, by the ID of the segment, at most ``arrangementLimit``.
    public var arrangements: [String: WidgetArrangement] = [:]
    /// What the user saw of items when they opened or saved them, the latest first, at most ``seenLimit``.
    public var seen: [SeenItem] = []

    /// The maximum number of ``opened`` items.
    public static let openedLimit = 1_000
    /// The maximum number of ``openedCards``.
    static let openedCardLimit = 100
    /// The maximum number of ``saved`` items.
    static let savedLimit = 500
    /// The maximum number of ``dismissed`` items.
    static let dismissedLimit = 500
    /// The maximum number of ``dismissedWidgets``.
    static let dismissedWidgetLimit = 50
    /// The maximum number of ``arrangements``.
    static let arrangementLimit = 20
    /// The maximum number of ``seen`` items.
    static let seenLimit = 200

    /// The record of a new user.
    public static let empty = UserRecord()

    /// A record of these values.
    public init(lastSearch: UserSearch? = nil, opened: [CatalogueItem.ID] = []) {
        self.lastSearch = lastSearch
        self.opened = opened
    }

    /// A dismissed widget.
    public struct DismissedWidget: Hashable, Sendable {
        /// The widget.
        public let widget: WidgetID
        /// The end of the dismissal, in Unix seconds (UTC).
        public let until: Int64

        /// A widget that is dismissed until a time in Unix seconds (UTC).
        init(_ widget: WidgetID, until: Int64) {
            self.widget = widget
            self.until = until
        }
    }

    /// An item as the user last saw it.
    public struct SeenItem: Hashable, Sendable {
        /// The item.
        public let id: CatalogueItem.ID
        /// When the user opened or saved it, in Unix seconds (UTC).
        public let at: Int64
        /// Its price then, if it had one.
        public let price: Money?

        /// An item with its price at a time in Unix seconds (UTC).
        init(_ id: CatalogueItem.ID, at: Int64, price: Money?) {
            self.id = id
            self.at = at
            self.price = price
        }
    }

    /// Whether the widget is dismissed at `now`, in Unix seconds (UTC).
    public func hasDismissed(_ widget: WidgetID, at now: Int64) -> Bool {
        dismissedWidgets.contains { $0.widget == widget && now < $0.until }
    }

    /// Applies an action.
    /// - Parameters:
    ///   - at: When the user acted, in Unix seconds (UTC).
    ///   - price: The item's price then.
    /// - Returns: its effect on the counts of users who opened items; `nil` if it changes nothing and is not logged.
    mutating func apply(_ action: UserAction, at: Int64, price: Money? = nil) -> Change? {
        switch action {
        case .searched(let search):
            if lastSearch == search { return nil }
            lastSearch = search
        case .opened(let id) where id.isCard:
            openedCards.moveToFront(id, limit: Self.openedCardLimit)
        case .opened(let id):
            let isFirst = !opened.contains(id)
            let forgotten = opened.moveToFront(id, limit: Self.openedLimit)
            see(id, at: at, price)
            return Change(firstOpened: isFirst ? id : nil, forgotten: forgotten)
        case .saved(let id):
            if saved.first == id { return nil }
            saved.moveToFront(id, limit: Self.savedLimit)
            see(id, at: at, price)
        case .unsaved(let id):
            guard saved.remove(id) else { return nil }
        case .dismissed(let id):
            if dismissed.first == id { return nil }
            dismissed.moveToFront(id, limit: Self.dismissedLimit)
        case .restored(let id):
            guard dismissed.remove(id) else { return nil }
        case .dismissedWidget(let widget, let until):
            dismissedWidgets.removeAll { $0.widget == widget }
            dismissedWidgets.insert(DismissedWidget(widget, until: until), at: 0)
            if dismissedWidgets.count > Self.dismissedWidgetLimit { dismissedWidgets.removeLast() }
        case .restoredWidget(let widget):
            guard dismissedWidgets.contains(where: { $0.widget == widget }) else { return nil }
            dismissedWidgets.removeAll { $0.widget == widget }
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

    private mutating func see(_ id: CatalogueItem.ID, at: Int64, _ price: Money?) {
        seen.removeAll { $0.id == id }
        seen.insert(SeenItem(id, at: at, price: price), at: 0)
        if seen.count > Self.seenLimit { seen.removeLast() }
    }

    /// The effect of an action on the counts of users who opened items.
    struct Change: Hashable, Sendable {
        /// An item with one more user.
        var firstOpened: CatalogueItem.ID? = nil
        /// An item with one user less, because the record no longer holds it.
        var forgotten: CatalogueItem.ID? = nil
    }
}

extension CatalogueItem.ID {
    /// Whether it names an item of documents that is not in the catalogue: a brand or a banner.
    public var isCard: Bool { Kind.reservedNames.contains(kind) }
}

extension [CatalogueItem.ID] {
    /// Moves or inserts an item at the front.
    /// - Returns: The item that was removed because the list is full.
    @discardableResult
    fileprivate mutating func moveToFront(_ id: Element, limit: Int) -> Element? {
        remove(id)
        insert(id, at: 0)
        return count > limit ? removeLast() : nil
    }

    /// Returns whether it was in the list.
    @discardableResult
    fileprivate mutating func remove(_ id: Element) -> Bool {
        guard let index = firstIndex(of: id) else { return false }
        remove(at: index)
        return true
    }
}
