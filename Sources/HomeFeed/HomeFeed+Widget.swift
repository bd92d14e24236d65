import Catalogue

extension HomeFeed {
    /// One widget of a home, or a page of it; empty if it has nothing to show.
    /// - Throws: ``FeedError`` if the segment does not exist, the request does not get such a widget, a parameter is
    ///   invalid, or the user record, on which that depends, cannot be read.
    public func widget(
        _ request: WidgetRequest,
        for home: HomeRequest,
        in snapshot: CatalogueSnapshot,
        note: (SourceLoad) -> Void = { _ in },
        memory: () -> [UInt8] = { [] }
    ) async throws(FeedError) -> HomeDocument {
        var resolved = home
        let segment = try plans.plan(for: &resolved, of: config).segment
        guard let widget = segment.widgets.first(where: { $0.id == request.id }) else {
            throw .unknownWidget(request.id)
        }
        let choice: ClientChoice
        do { choice = try ClientChoice(request, of: widget) } catch { throw .parameter(error) }
        let token = request.shown.map { ShownToken($0, signedBy: caches.signer, user: home.user, segment: segment.id) }
        guard let shown = token ?? ShownToken() else { throw .shown }
        let budget = config.budget.time(requested: home.budget ?? config.budget.maximum)
        let start = ContinuousClock.now
        let state = try await state(of: home.user, by: start + budget / 2, note)
        let inputs = try inputs(home, state, snapshot, subject: choice.item)
        let plan = inputs.open.first { $0.config === widget }
        // Both the gate and the cursor may depend on the record.
        if plan == nil || request.cursor != nil, let unread = inputs.context.unread {
            guard case .store(let error) = unread else {
                throw .store(.unavailable(StoreFailure(.timeout, "the user was not read in time")))
            }
            throw .store(error)
        }
        guard let plan else { throw .unknownWidget(request.id) }
        let similar = widget.sources.compactMap { $0.source as? SimilarSource }
        if let item = choice.item, !similar.isEmpty, !similar.contains(where: { $0.subject(inputs.context) != nil }) {
            throw .unknownItem("\(item)")
        }
        let page = try request.cursor.map { text throws(FeedError) -> LoneWidget.Page in
            let scope = Cursor.Scope(caches.signer, inputs.context, segment: segment.id, choice)
            guard let cursor = scope.cursor(text, of: widget.id) else { throw .cursor(.invalid) }
            guard let source = widget.pagedSource, cursor.source == widget.revision(of: source, choice) else {
                throw .cursor(.outdated)
            }
            return (cursor, text)
        }
        let outcomes = await serviceOutcomes(for: [plan], inputs.context, after: shown, by: start + budget)
        let isLong = areScansLong(for: inputs, [plan], isFiltered: choice.isMade)
        return try await run(scans: isLong) { () throws(FeedError) in
            let alone = LoneWidget(plan: plan, choice: choice, page: page, shown: shown)
            return try inputs.document(of: alone, outcomes, memory: { isLong ? [] : memory() }, note: note)
        }
    }
}
