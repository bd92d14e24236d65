import Foundation
import HTTPTestClient
import HearthClient
import Synchronization
import Testing

extension `The program` {
    /// Guards the Swift client against a running server.
    @Suite struct `The Swift client` {
        private static let place = "&lat=41.65&lon=-83.54"
        private static let home = "/home?width=390&scale=3&user=u1" + place

        private static func address(_ target: String, _ server: RunningServer) throws -> URL {
            try #require(URL(string: "http://127.0.0.1:\(server.port)\(target)"))
        }

        private static func withFixtures(_ body: (RunningServer, Folder) async throws -> Void) async throws {
            try await withFolder { folder in
                try await withServer(on: FixtureStore.copy(into: folder), in: folder) { try await body($0, folder) }
            }
        }

        /// The ids of all items on the page, which must be unique.
        private static func ids(_ page: Page?) -> [String] { page?.widgets.flatMap(\.items).map(\.id) ?? [] }

        /// Expects that no widget overlaps the one above.
        private static func expectStacked(_ page: Page?) throws {
            var bottom = 0.0
            let page = try #require(page)
            for widget in page.widgets {
                let position = try #require(widget.position)
                #expect(position.header >= bottom - 0.001 && position.items >= position.header, "\(widget.id)")
                bottom = position.items + widget.metrics.height
            }
            #expect(page.home.contentHeight >= bottom - 0.001)
        }

        @Test(arguments: ["homes", "style"])
        func `loads page after page of each widget, and shows no item twice`(segment: String) async throws {
            try await Self.withFixtures { server, _ in
                let store = HomeStore(address: try Self.address(Self.home + "&segment=\(segment)", server))
                try await store.refresh()
                let first = Self.ids(await store.page).count
                for _ in 1...4 {
                    for widget in await store.page?.widgets ?? [] {
                        try await store.loadMore(widget.id)
                        let now = try #require(await store.page?[widget.id])
                        // The request names the shown items: pages are full and no item is dropped.
                        if widget.loadMore != nil { #expect(now.items.count > widget.items.count, "\(widget.id)") }
                        #expect(now.items.prefix(widget.items.count).map(\.id) == widget.items.map(\.id))
                    }
                }
                let ids = Self.ids(await store.page)
                #expect(ids.count > first + 20 && Set(ids).count == ids.count)
                try Self.expectStacked(await store.page)
            }
        }

        @Test func `has a frame for each item and header, each within the page`() async throws {
            try await Self.withFixtures { server, _ in
                for segment in ["homes", "style"] {
                    let store = HomeStore(address: try Self.address(Self.home + "&segment=\(segment)", server))
                    try await store.refresh()
                    let page = try #require(await store.page)
                    let frames = page.frames()
                    #expect(frames.count > Self.ids(page).count)
                    for frame in frames {
                        #expect(frame.rect.y >= 0 && frame.rect.y + frame.rect.height <= page.home.contentHeight + 0.01)
                    }
                    for style in page.widgets.compactMap(\.metrics.caption).flatMap(\.lines).map(\.style) {
                        #expect(page.home.textStyles[style] != nil, "\(style)")
                    }
                }
            }
        }

        @Test func `reloads the cell of an opened item, and removes and inserts nothing`() async throws {
            try await Self.withFixtures { server, _ in
                #expect(try server.request("POST", "/users/u1/searches", body: #"{"market":"toledo"}"#).status == 204)
                let store = HomeStore(address: try Self.address("/home?width=390&user=u1", server))
                try await store.refresh()
                let before = try #require(await store.page)
                let opened = try #require(before["last-search"]?.items[3])
                #expect(opened.isNew == true)
                let body = #"{"items":["\#(opened.id)"]}"#
                #expect(try server.request("POST", "/users/u1/opened", body: body).status == 200)
                try await store.refresh()
                let after = try #require(await store.page)
                #expect(after["last-search"]?.items[3].isNew != true)
                let changes = PageChanges(from: before, to: after)
                let cells = try #require(changes.items["last-search"])
                #expect(cells.reloaded == [3])
                #expect(cells.inserted.isEmpty && cells.removed.isEmpty && cells.moved.isEmpty)
                #expect(changes.sections.inserted.isEmpty && changes.sections.removed.isEmpty)
            }
        }

        @Test func `drops duplicates of pages loaded at once, and loads no page twice`() async throws {
            try await Self.withFixtures { server, _ in
                let store = HomeStore(address: try Self.address(Self.home, server))
                try await store.refresh()
                let count = Self.ids(await store.page).count
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for id in ["nearby", "a-little-further", "nearby", "recommendations"] {
                        group.addTask { try await store.loadMore(id) }
                    }
                    try await group.waitForAll()
                }
                let shown = Self.ids(await store.page)
                #expect(shown.count > count && Set(shown).count == shown.count)
                #expect((21...40).contains(try #require(await store.page?["nearby"]).items.count), "one page, not two")
            }
        }

        @Test func `revalidates the home, and keeps its pages if nothing has changed`() async throws {
            try await Self.withFixtures { server, _ in
                let store = HomeStore(address: try Self.address(Self.home, server))
                try await store.refresh()
                try await store.loadMore("nearby")
                let before = await store.page
                try await store.refresh()
                #expect(await store.page == before)
                #expect(try server.request("POST", "/users/u1/searches", body: "{}").status == 204)
                try await store.refresh()
                #expect(await store.page?["last-search"]?.items.count == 10)
                #expect(await store.page?["nearby"]?.items.count == 20, "a fresh home starts over")
            }
        }

        @Test func `shows a stored copy at the start and while the server is down`() async throws {
            try await withFolder { folder in
                let file = folder.url.appendingPathComponent("caches/home")
                let copy = OfflineCopy(file: file)
                let stored = try FixtureStore.copy(into: folder)
                let (address, shown) = try await withServer(on: stored, in: folder) { server in
                    let address = try Self.address(Self.home, server)
                    let store = HomeStore(address: address, copy: copy)
                    await store.restore()
                    #expect(await store.page == nil)
                    try await store.refresh()
                    return (address, await store.page)
                }
                var retry = RetryPolicy()
                retry.attempts = 1
                let store = HomeStore(address: address, retry: retry, copy: copy)
                await store.restore()
                #expect(await store.page == shown)
                await #expect(throws: HomeError.self) { try await store.refresh() }
                #expect(await store.page == shown)
                #expect(await !store.isCurrent)
                // Another user's home is not shown.
                let other = try #require(URL(string: address.absoluteString.replacing("u1", with: "u2")))
                let strange = HomeStore(address: other, copy: copy)
                await strange.restore()
                #expect(await strange.page == nil)
            }
        }

        @Test func `keeps the chips of a widget when the home is loaded again`() async throws {
            try await withFolder { folder in
                let widget = #"""
                    {"id": "browse", "title": "Browse", "layout": "HomeWidgetGrid", "limit": 4,
                     "source": {"kind": "items", "of": "listing"},
                     "clientFilters": [{"id": "small", "title": "Small", "filter": {"area": {"max": 90}}}],
                     "clientSorts": [{"id": "cheap", "title": "Cheap", "sort": "price"}],
                     "whenNothingFound": {"id": "none", "title": "None", "text": "None"}}
                    """#
                let text = #"{"title": "T", "segments": [{"id": "s", "title": "S", "widgets": [\#(widget)]}]}"#
                let config = try folder.write(text, to: "home.json")
                try await withServer(on: FixtureStore.copy(into: folder), "--config", config, in: folder) { server in
                    let store = HomeStore(address: try Self.address("/home?width=390&user=u1", server))
                    try await store.refresh()
                    let all = try #require(await store.page?["browse"])
                    for id in ["small", "cheap"] {
                        let chip = try #require(await store.page?["browse"]?.chips.first { $0.id == id })
                        try await store.select(chip, of: "browse")
                    }
                    let chosen = try #require(await store.page?["browse"])
                    #expect(chosen.items.map(\.id) != all.items.map(\.id))
                    #expect(chosen.chips.filter(\.selected).map(\.id) == ["small", "cheap"])
                    try await store.refresh()
                    let again = try #require(await store.page?["browse"])
                    #expect(again.items.map(\.id) == chosen.items.map(\.id) && again.chips == chosen.chips)
                    // Its next page has the choice, too, and a home without it has none.
                    try await store.loadMore("browse")
                    #expect(try #require(await store.page?["browse"]).items.count > 4)
                    let plain = HomeStore(address: try Self.address("/home?width=390&user=u1", server))
                    try await plain.refresh()
                    #expect(await plain.page?["browse"]?.items.map(\.id) == all.items.map(\.id))
                }
            }
        }

        @Test func `loads the home again if a cursor is outdated`() async throws {
            try await withFolder { folder in
                let stored = try FixtureStore.copy(into: folder)
                let text = try Fixtures.configText()
                let config = try folder.write(text, to: "home.json")
                try await withServer(on: stored, "--config", config, in: folder) { server in
                    let store = HomeStore(address: try Self.address(Self.home, server))
                    try await store.refresh()
                    let changed = text.replacing("Picked for you", with: "For you")
                        .replacing(#""radius": 10000"#, with: #""radius": 30000"#)
                    _ = try folder.write(changed, to: "home.json")
                    try server.waitForReload()
                    try await store.loadMore("nearby")
                    #expect(await store.page?["recommendations"]?.title == "For you")
                }
            }
        }

        @Test func `sends every event once, though the server is killed twenty times`() async throws {
            try await Self.withFixtures { server, folder in
                let file = folder.url.appendingPathComponent("events")
                var retry = RetryPolicy()
                (retry.attempts, retry.baseDelay) = (2, 0.05)
                let events = try Self.address("/users/u1/events", server)
                let home = try server.home(Self.home)
                let items = home.widgets.flatMap(\.items).filter { $0["kind"].string == "listing" }.compactMap(\.id)
                var added = 0
                for kill in 0..<20 {
                    // A new queue each time, as after the end of the app.
                    let queue = try EventQueue(file: file, address: events, retry: retry)
                    for number in 0..<5 {
                        let item = items[(kill + number) % items.count]
                        try await queue.add([Event(.opened, item: item, tracking: nil, at: .now)])
                        added += 1
                    }
                    let worker = try server.worker()
                    async let report = queue.send()
                    kill_(worker)
                    _ = await report
                }
                let limit = ContinuousClock.now + Child.hangLimit
                let queue = try EventQueue(file: file, address: events, retry: retry)
                while await queue.count > 0, ContinuousClock.now < limit { _ = await queue.send() }
                #expect(await queue.count == 0)
                // On a new connection: the kept one was to a worker that was killed.
                let record = try TestClient(port: server.port).request("GET", "/users/u1").json
                #expect(record["events"].array.count { $0["type"].string == "opened" } == added)
            }
        }

        private func kill_(_ process: pid_t) { _ = kill(process, SIGKILL) }
    }
}
