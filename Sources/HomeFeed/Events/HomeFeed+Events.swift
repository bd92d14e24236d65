import Catalogue

extension HomeFeed {
    /// `nil` if the config no longer has the widget. Leaves out arms that it no longer has.
    public func origin(of tracking: Tracking) -> EventOrigin? {
        var origin = tracking.origin
        guard config.widget(origin.widget) != nil else { return nil }
        origin.arms.removeAll { arm in
            config.experiments[arm.experiment]?.arms.contains { $0.id == arm.arm } != true
        }
        return origin
    }

    /// In seconds; `nil` if users cannot dismiss the widget, or the config does not have it.
    public func dismissalTime(of widget: WidgetID) -> Int64? { config.widget(widget)?.dismissalTime }

    public func canDismiss(_ item: CatalogueItem.ID, of widget: WidgetID?) -> Bool {
        if [ItemKind.infoCard, .loadMore].contains(ItemKind(rawValue: item.kind)) { return false }
        return widget.flatMap { config.widget($0) }?.hasDismissibleItems ?? true
    }

    /// Whether an item can be shown: the catalogue has it, or one of this brand, or the config has it.
    public func knows(_ item: CatalogueItem.ID, in snapshot: CatalogueSnapshot) -> Bool {
        if !item.isCard { return snapshot.row(of: item) != nil }
        if item.kind == ItemKind.brand.rawValue { return snapshot.brands.contains { $0.id == item.id } }
        return config.cardIDs.contains(item)
    }

    public func widgets(ofSegment id: String) -> [String] {
        config.segments.first { $0.id == id }?.widgets.map(\.id) ?? []
    }
}
