import Catalogue

// Long scans of the catalogue stay off the event loop: the other connections of the loop would wait for them.
extension HomeFeed {
    /// In items: about 50 µs.
    public static let defaultLongScan = 50_000

    /// Whether a source of the widgets, or a fallback, may scan more than ``longScan`` items.
    /// - Parameter isFiltered: Whether the client has selected filters or an order.
    func areScansLong(for inputs: HomeInputs, _ widgets: [WidgetPlan], isFiltered: Bool = false) -> Bool {
        let context = inputs.context
        guard context.snapshot.count > longScan else { return false }
        if isFiltered || !context.request.choices.isEmpty { return true }
        return widgets.contains { widget in
            widget.config.sources.contains { source in
                if source.isStatic { return false }
                return source.source.mayScan(context) || source.policy.fallbacks.contains { $0.source.mayScan(context) }
            }
        }
    }

    /// Runs `body`: on a thread beside the event loops if it `scans` long, else where it was called.
    func run<Value>(scans isLong: Bool, _ body: () throws(FeedError) -> Value) async throws(FeedError) -> Value {
        guard isLong else { return try body() }
        return try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(FeedError) in
            try body()
        }
    }
}
