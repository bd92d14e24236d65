import Catalogue

/// Keeps long scans of the catalogue off the event loop: the other connections of the loop would wait for them.
struct LongScans: Sendable {
    /// The most items that a home may scan on the event loop.
    let limit: Int

    /// Whether a source of the widgets, or a fallback, may scan more than ``limit`` items.
    /// - Parameter isFiltered: Whether the client has selected filters or an order.
    func areNeeded(by widgets: [WidgetPlan], _ context: FeedContext, isFiltered: Bool) -> Bool {
        guard context.snapshot.count > limit else { return false }
        if isFiltered { return true }
        return widgets.contains { widget in
            widget.config.sources.contains { source in
                if source.isStatic { return false }
                return source.source.mayScan(context) || source.policy.fallbacks.contains { $0.mayScan(context) }
            }
        }
    }

    /// Runs `body`: on a thread beside the event loops if `isLong`, else where it was called.
    func run<Value, Failure: Error>(_ isLong: Bool, _ body: () throws(Failure) -> Value) async throws(Failure) -> Value
    {
        guard isLong else { return try body() }
        return try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(Failure) in
            try body()
        }
    }
}

extension ItemSort {
    /// Whether the catalogue has no index in this order, so that a query reads every item.
    var isScan: Bool {
        switch self {
        case .price, .attribute: true
        case .newest, .arrival, .popularity, .distance: false
        }
    }
}
