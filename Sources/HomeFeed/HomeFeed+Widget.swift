import Catalogue

extension HomeFeed {
    /// One widget of a home, or a page of it; empty if it has nothing to show.
    /// - Parameters:
    ///   - request: The widget, page, filters and sort.
    ///   - home: The home that contains the widget.
    ///   - note: Receives the load of each source, in order.
    /// - Throws: ``FeedError`` if the segment does not exist, the request does not get such a widget, a parameter is
    ///   invalid, or the user record, on which that depends, cannot be read.
    public func widget(
        _ request: WidgetRequest,
        for home: HomeRequest,
        in snapshot: CatalogueSnapshot,
        note: (SourceLoad) -> Void = { _ in }
    ) async throws(FeedError) -> Widget {
        let resolved = try ResolvedRequest(home, config)
        guard let config = resolved.segment.widgets.first(where: { $0.id == request.id }) else {
            throw .unknownWidget(request.id)
        }
        let choice: ClientChoice
        do { choice = try ClientChoice(request, of: config) } catch { throw .parameter(error) }
        let shown = try self.shown(request.shown, of: resolved)
        let budget = self.config.budget.time(requested: home.budget ?? self.config.budget.maximum)
        let start = ContinuousClock.now
        let state = try await state(of: home.user, by: start + budget / 2, note)
        let builder = builder(resolved, state, snapshot, subject: choice.item)
        let isOpen = builder.gates.widgets.contains { $0.id == request.id }
        // Both the gate and the cursor may depend on the record.
        if !isOpen || request.cursor != nil, let unread = builder.context.unread { throw .store(unread.storeError) }
        guard isOpen else { throw .unknownWidget(request.id) }
        let similar = config.sources.compactMap { $0.source as? SimilarSource }
        if let item = choice.item, !similar.isEmpty, !similar.contains(where: { $0.subject(builder.context) != nil }) {
            throw .unknownItem("\(item)")
        }
        let page = try request.cursor.map { text throws(FeedError) in
            try self.page(text, of: config, choice, resolved, builder.context)
        }
        let outcomes = await serviceOutcomes(for: [config], builder.context, after: shown, by: start + budget)
        let isLong = longScans.areNeeded(by: [config], builder.context, isFiltered: choice.isMade)
        return try await longScans.run(isLong) { () throws(FeedError) in
            try builder.widget(config, choice, page: page, after: shown, outcomes, note: note)
        }
    }

    /// The page that a cursor's text begins.
    private func page(
        _ text: String,
        of widget: WidgetConfig,
        _ choice: ClientChoice,
        _ resolved: ResolvedRequest,
        _ context: FeedContext
    ) throws(FeedError) -> WidgetBuilder.Page {
        let scope = CursorSigner.Scope(context, segment: resolved.segment.id, choice)
        let cursor: Cursor
        do { cursor = try caches.cursors.verify(text, of: widget.id, for: scope) } catch { throw .cursor(error) }
        guard let source = widget.pagedSource, cursor.source == widget.revision(of: source, choice) else {
            throw .cursor(.outdated)
        }
        return WidgetBuilder.Page(source: source, cursor: cursor, text: text)
    }

    /// The items that the client already shows, from its token; none without a token.
    private func shown(_ token: String?, of resolved: ResolvedRequest) throws(FeedError) -> ShownToken {
        guard let token else { return ShownToken() }
        let (user, segment) = (resolved.request.user, resolved.segment.id)
        guard let shown = ShownToken(token, signedBy: caches.signer, user: user, segment: segment) else { throw .shown }
        return shown
    }
}
