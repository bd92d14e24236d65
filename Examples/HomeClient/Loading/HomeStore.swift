import Foundation

/// Loads one home and holds the current page.
///
/// A view reads `snapshot` after each call and applies its `changes(from:)` the previous one. Calls may overlap:
/// responses for a replaced home are dropped, and no href is loaded twice at once.
actor HomeStore {
    private let address: URL
    private let http: HTTPClient
    private let copy: OfflineCopy?
    private(set) var page: Page?
    /// Whether the page came from the server, not from the offline copy.
    private(set) var isCurrent = false
    /// The last home as the server made it, and its ETag.
    private var document: HomeDocument?
    private var tag: String?
    /// The number of homes shown.
    private var generation = 0
    private var isRefreshing = false
    /// The hrefs that are being loaded.
    private var loading: Set<String> = []

    /// - Parameter address: the URL of `/home` with the parameters of the device, the user and the location.
    init(address: URL, http: HTTPClient = HTTPClient(), copy: OfflineCopy? = nil) {
        self.address = address
        self.http = http
        self.copy = copy
    }

    var snapshot: Snapshot { page.map { Snapshot($0) } ?? Snapshot() }

    /// Shows the offline copy. Call it before the first `refresh`, which may be slow or fail.
    func restore() {
        guard page == nil, let content = copy?.content(for: address) else { return }
        guard let home = try? JSONDecoder().decode(Home.self, from: content.document) else { copy?.remove(); return }
        show(home, HomeDocument(content.document), tag: content.tag)
    }

    /// Loads the home, of which the server sends only the widgets that have changed. An unchanged home keeps the pages
    /// loaded so far; a changed one replaces them. Errors change nothing.
    func refresh() async throws(HomeError) {
        guard !isRefreshing else { return }
        isRefreshing = true
        defer { isRefreshing = false }
        switch try await http.get(changes, ifNoneMatch: tag) {
        case .notModified: isCurrent = true
        case .document(let data, let tag):
            var received = HomeDocument(data)
            if let document { received = try received.completed(from: document) }
            show(try Self.decode(Home.self, from: received.data), received, tag: tag)
            isCurrent = true
            // The app works without a copy, for example if the disk is full.
            try? copy?.save(OfflineCopy.Content(document: received.data, tag: tag), for: address)
        }
    }

    /// Loads the next page of a section, if there is one.
    func loadMore(_ id: SectionID) async throws(HomeError) {
        guard let href = page?[id]?.loadMore?.href else { return }
        try await load(href) { $0.append($1) }
    }

    /// Loads a deferred section, or retries a failed one.
    func loadPending(_ id: SectionID) async throws(HomeError) {
        guard let href = page?[id]?.pending else { return }
        try await load(href) { $0.replace(with: $1) }
    }

    /// Loads all deferred sections one after the other, so that none repeats items of another.
    func loadDeferred() async throws(HomeError) {
        for section in page?.sections ?? [] {
            if case .deferred = section.widget.state { try await loadPending(section.id) }
        }
    }

    /// The URL of the home without the widgets that have not changed.
    private var changes: URL {
        guard let document else { return address }
        return address.appending(queryItems: [URLQueryItem(name: "known", value: document.known)])
    }

    private func show(_ home: Home, _ document: HomeDocument, tag: String?) {
        page = Page(home)
        self.document = document
        self.tag = tag
        generation += 1
    }

    private func load(_ href: String, _ change: (inout Page, Widget) -> Void) async throws(HomeError) {
        guard loading.insert(href).inserted else { return }
        defer { loading.remove(href) }
        let generation = generation
        let widget: Widget
        do throws(HomeError) {
            widget = try await self.widget(at: href)
        } catch  where error.code == "outdated_cursor" {
            // The config has changed, and the home with it.
            return try await refresh()
        }
        guard generation == self.generation, var changed = page else { return }
        change(&changed, widget)
        page = changed
    }

    /// Loads a widget with the `shown` token. A token that the server rejects is dropped.
    private func widget(at href: String) async throws(HomeError) -> Widget {
        guard let shown = page?.shown else { return try await get(href) }
        do throws(HomeError) {
            return try await get(Self.adding(shown, to: href))
        } catch  where error.code == "invalid_shown" {
            if page?.shown == shown { page?.dropShown() }
            return try await get(href)
        }
    }

    private func get(_ href: String) async throws(HomeError) -> Widget {
        guard let url = URL(string: href, relativeTo: address) else { throw .unreadable("not a URL: \(href)") }
        guard case .document(let data, _) = try await http.get(url) else {
            throw .unreadable("304 without If-None-Match")
        }
        return try Self.decode(Widget.self, from: data)
    }

    private static func adding(_ shown: String, to href: String) -> String {
        let value = shown.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? shown
        return href + (href.contains("?") ? "&" : "?") + "shown=" + value
    }

    private static func decode<Document: Decodable>(_: Document.Type, from data: Data) throws(HomeError) -> Document {
        do {
            return try JSONDecoder().decode(Document.self, from: data)
        } catch {
            throw .unreadable("\(error)")
        }
    }
}
