import Foundation

/// Loads one home, and holds the page to show: read it after each call.
///
/// Calls may overlap: those for the same part of a home share one load, which goes on if a caller is cancelled. Responses
/// for a widget or a page that was replaced meanwhile are dropped. Errors leave the page as it is.
public actor HomeStore {
    public private(set) var page: Page?
    /// Whether the page came from the server, not from the offline copy.
    public private(set) var isCurrent = false
    /// When the server sent the home, or confirmed it; that of an offline copy is kept with it.
    public private(set) var loadTime: Date?
    /// When to refresh, since the home may have changed.
    public var refreshTime: Date? {
        page.flatMap { loadTime?.addingTimeInterval(Double($0.home.refreshAfter)) }
    }
    /// The ids of the selected chips by widget. They go with each home, so that it has the same choices.
    public private(set) var choices: [String: [String]] = [:]

    private let address: URL
    /// A user who has moved gets the copy, too.
    private var copyAddress: URL { address.removing("lat", "lon") }
    private let client: HTTPClient
    private let copy: OfflineCopy?
    /// The last home and its ETag.
    private var document: HomeDocument?
    private var tag: String?
    /// Whether the server refused a link of the document: its parts are not used again.
    private var isOutdated = false
    private var home, nextHome: Task<Void, any Error>?
    private var loads: [Load: Task<Void, any Error>] = [:]
    /// The numbers of homes, and of loads that replace a widget.
    private var generation = 0
    private var versions: [String: Int] = [:]
    private var retryTimes: [String: Date] = [:]

    /// - Parameter address: The URL of `/home` with the parameters of device, user and place, or a segment's `href`. The
    /// store sets `schema`, and takes over `choices`.
    public init(
        address: URL,
        transport: any Transport = URLSessionTransport(),
        retry: RetryPolicy = RetryPolicy(),
        copy: OfflineCopy? = nil
    ) {
        (client, self.copy) = (HTTPClient(transport: transport, retry: retry), copy)
        choices = HTTPRequest.choices(of: address)
        self.address = address.removing("choices", "schema").adding("schema", HomeDocument.schema)
    }

    /// Shows the offline copy, wherever the user was then. Call it before the first refresh, which may be slow or fail.
    public func restore() {
        guard page == nil, let content = copy?.content(for: copyAddress) else { return }
        if let document = try? HomeDocument(content.document) {
            choices.merge(content.head.choices) { own, _ in own }
            loadTime = content.head.loadTime
            show(document, tag: content.head.tag)
        } else {
            copy?.remove()
        }
    }

    /// Loads the home, of which the server sends only what has changed. A changed home replaces the page and all that was
    /// loaded into it; an unchanged one keeps them.
    ///
    /// A home that is on its way may not have what the user did since it was asked for, so another one is loaded after it.
    public func refresh() async throws(HomeError) {
        let task =
            nextHome
            ?? Task { [home] in
                _ = await home?.result
                (self.home, nextHome) = (nextHome, nil)
                try await loadHome()
            }
        nextHome = task
        try await task.finish()
    }

    /// Loads the next page of a widget.
    public func loadMore(_ widget: String) async throws(HomeError) {
        try await load(page?[widget]?.loadMore?.href, of: widget, as: .page)
    }

    /// Loads a deferred or failed widget, at the time that the server permits.
    public func loadPending(_ widget: String) async throws(HomeError) {
        let wait = retryTimes[widget]?.timeIntervalSince(client.retry.now()) ?? 0
        if wait > 0 { try await client.sleep(wait) }
        try await load(page?[widget]?.pendingHref, of: widget, as: .content)
    }

    /// Loads the deferred widgets one after the other, so that none has items of another.
    /// - Throws: The first error, after the others were loaded.
    public func loadDeferred() async throws(HomeError) {
        var first: HomeError?
        for widget in page?.widgets ?? [] where widget.state == .deferred {
            do throws(HomeError) { try await loadPending(widget.id) } catch { first = first ?? error }
        }
        if let first { throw first }
    }

    /// Switches a chip of a widget on or off.
    public func select(_ chip: Chip, of widget: String) async throws(HomeError) {
        try await load(chip.href, of: widget, as: .choice)
    }

    private func loadHome() async throws(HomeError) {
        let known = isOutdated ? nil : document
        var received: (document: HomeDocument, tag: String?)?
        var sent: [String: [String]]
        repeat {
            sent = choices
            received = try await home(known: known)
        } while sent != choices
        if known == nil { isOutdated = false }
        if let received { show(received.document, tag: received.tag) }
        isCurrent = true
        loadTime = client.retry.now()
        save()
    }

    /// Loads the home and its ETag; `nil` if it is the known one.
    private func home(known: HomeDocument?) async throws(HomeError) -> (document: HomeDocument, tag: String?)? {
        let response = try await client.send(.home(address, choices: choices, known: known?.home, tag: tag))
        if response.status == 304, known != nil { return nil }
        if let document = try HomeDocument.completed(response.body, from: known) { return (document, response["ETag"]) }
        let complete = try await client.send(.home(address, choices: choices))
        return (try HomeDocument(complete.body), complete["ETag"])
    }

    private enum Part { case page, content, choice }
    private struct Load: Hashable { let href: String, part: Part, generation: Int }

    private func load(_ href: String?, of id: String, as part: Part) async throws(HomeError) {
        guard let href else { return }
        let load = Load(href: href, part: part, generation: generation)
        let task =
            loads[load]
            ?? Task {
                defer { loads[load] = nil }
                try await loadWidget(at: href, of: id, as: part)
            }
        loads[load] = task
        try await task.finish()
    }

    private func loadWidget(at href: String, of id: String, as part: Part) async throws(HomeError) {
        if part != .page { versions[id, default: 0] += 1 }
        let (version, generation) = (versions[id], generation)
        let widget: Widget
        do throws(HomeError) {
            let hasItems = page?[id]?.items.contains { $0.retry == nil } ?? false
            widget = try await self.widget(at: href, isPart: part == .content && hasItems)
        } catch  where ["outdated_cursor", "invalid_cursor", "unknown_widget"].contains(error.code) {
            isOutdated = true
            return try await refresh()
        }
        guard versions[id] == version, generation == self.generation || part == .choice else { return }
        if part == .page {
            // A choice may have been applied meanwhile.
            guard page?[id]?.loadMore?.href == href else { return }
            if widget.isFailed {
                let (code, message) = (widget.error?.code ?? widget.state.rawValue, widget.error?.message ?? "")
                throw .refused(status: 503, code: code, message: message, retryAfter: widget.error?.retryAfter)
            }
        }
        noteRetryTime(of: widget)
        if part == .page { page?.append(widget) } else { page?.replace(widget, isChoice: part == .choice) }
        if part == .choice {
            versions[id, default: 0] += 1
            let selected = widget.chips.filter(\.selected).map(\.id)
            choices[id] = selected.isEmpty ? nil : selected
            save()
        }
    }

    /// Loads a widget without the items on the page. A token that the server refuses is dropped.
    /// - Parameter isPart: Whether a part of the widget failed: the token has the items of the others, so it is not sent.
    private func widget(at href: String, isPart: Bool) async throws(HomeError) -> Widget {
        guard let url = URL(string: href, relativeTo: address) else { throw .unreadable("\(href) is no URL") }
        guard let shown = page?.home.shown, !isPart else {
            var widget = try await get(url)
            if isPart { widget.shown = nil }
            return widget
        }
        do throws(HomeError) {
            return try await get(url.adding("shown", shown))
        } catch  where error.code == "invalid_shown" {
            if page?.home.shown == shown { page?.dropShown() }
            return try await get(url)
        }
    }

    private func get(_ url: URL) async throws(HomeError) -> Widget {
        try decode(Widget.self, from: try await client.send(HTTPRequest(url: url.absoluteURL)).body)
    }

    private func show(_ document: HomeDocument, tag: String?) {
        (page, self.document, self.tag) = (Page(document.home), document, tag)
        generation += 1
        document.home.homeWidgets.forEach(noteRetryTime)
    }

    private func noteRetryTime(of widget: Widget) {
        retryTimes[widget.id] = widget.error?.retryAfter.map { client.retry.now().addingTimeInterval($0) }
    }

    private func save() {
        guard let document, let loadTime else { return }
        let head = OfflineCopy.Head(address: copyAddress, tag: tag, choices: choices, loadTime: loadTime)
        copy?.save(document.data, head)
    }
}

extension Task<Void, any Error> {
    fileprivate func finish() async throws(HomeError) {
        do { try await value } catch { throw error as? HomeError ?? .cancelled }
    }
}
