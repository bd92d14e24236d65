import Foundation
import HTTPTestClient
import Synchronization
import Testing

@testable import HomeClient

extension `The program` {
    /// Guards the client in `Examples` against a running server.
    @Suite struct `The example client` {
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
        private static func ids(_ page: Page?) -> [String] { page?.sections.flatMap(\.items).map(\.id) ?? [] }

        /// Expects that no section overlaps the one above.
        private static func expectStacked(_ page: Page?) throws {
            var bottom = 0.0
            let page = try #require(page)
            for section in page.sections {
                let (header, y) = (section.widget.header.metrics, try #require(section.widget.metrics.y))
                #expect(try #require(header.y) >= bottom - 0.001 && y >= bottom - 0.001, "\(section.id)")
                bottom = y + section.widget.metrics.height
            }
            #expect(page.contentHeight >= bottom - 0.001)
        }

        @Test func `has a frame within its widget for each item, and a type for each text`() async throws {
            try await Self.withFixtures { server, _ in
                var orders: Set<Metrics.ItemOrder> = []
                for segment in ["homes", "style"] {
                    let store = HomeStore(address: try Self.address(Self.home + "&segment=\(segment)", server))
                    try await store.refresh()
                    let page = try #require(await store.page)
                    for section in page.sections {
                        let metrics = section.widget.metrics
                        let frames = section.items.indices.map(metrics.frame(at:))
                        #expect(frames.allSatisfy { $0.top + $0.height <= metrics.height + 0.01 }, "\(section.id)")
                        if let order = metrics.itemOrder {
                            orders.insert(order)
                            #expect(Set(frames).count == frames.count, "\(section.id)")
                        }
                        let bars = [section.widget.header, section.widget.footer].compactMap { $0?.metrics.lines }
                        for line in bars.joined() + (metrics.caption?.lines ?? []) {
                            #expect(page.textStyles[line.style] != nil, "\(line.style)")
                        }
                    }
                }
                #expect(orders == [.row, .column])
            }
        }

        @Test func `reconfigures the cell of an opened item, and deletes and inserts nothing`() async throws {
            try await Self.withFixtures { server, _ in
                #expect(try server.request("POST", "/users/u1/searches", body: #"{"market":"toledo"}"#).status == 204)
                let store = HomeStore(address: try Self.address("/home?width=390&user=u1", server))
                try await store.refresh()
                let (before, page) = (await store.snapshot, await store.page)
                let search = SectionID(widget: "last-search")
                let opened = try #require(page?[search]?.items[3])
                #expect(opened.isNew == true)
                let body = #"{"items":["\#(opened.id)"]}"#
                #expect(try server.request("POST", "/users/u1/opened", body: body).status == 200)
                try await store.refresh()
                let (after, changes) = (await store.snapshot, await store.snapshot.changes(from: before))
                #expect(await store.page?[search]?.items[3].isNew != true)
                let cells = try #require(changes.cells[search])
                #expect(cells.reconfigured == [3])
                #expect(cells.inserted.isEmpty && cells.removed.isEmpty && cells.moved.isEmpty)
                #expect(after.cells[search] == before.cells[search])
                // The badge counts one less.
                #expect(changes.sections.reconfigured.contains(0))
                #expect(changes.sections.inserted.isEmpty && changes.sections.removed.isEmpty)
            }
        }

        @Test func `moves the sections below one that grows, though their revisions are the same`() async throws {
            try await Self.withFixtures { server, _ in
                let store = HomeStore(address: try Self.address(Self.home, server))
                try await store.refresh()
                let id = SectionID(widget: "recommendations")
                let before = try #require(await store.page)
                let alone = try server.get(Self.home.replacing("/home", with: "/home/widgets/recommendations")).text
                let others = alone.replacing(#""id":"listing:"#, with: #""id":"listing:other"#)
                var after = before
                after.append(try JSONDecoder().decode(Widget.self, from: Data(others.utf8)))

                let index = try #require(before.sections.firstIndex { $0.id == id })
                let metrics = before.sections[index].widget.metrics
                let growth = after.contentHeight - before.contentHeight
                // The server writes points with three decimals.
                #expect(abs(growth - 4 * (metrics.rowHeight + metrics.rowSpacing)) < 0.01)
                for (old, new) in zip(before.sections, after.sections).dropFirst(index + 1) {
                    let (y, moved) = (try #require(old.widget.metrics.y), try #require(new.widget.metrics.y))
                    #expect(abs(moved - y - growth) < 0.01)
                    #expect(new.widget.revision == old.widget.revision)
                }
                try Self.expectStacked(after)
                let changes = Snapshot(after).changes(from: Snapshot(before))
                #expect(changes.sections.reconfigured == Array(index..<before.sections.count))
                #expect(changes.cells.mapValues(\.inserted) == [id: [4, 5, 6, 7]])
            }
        }

        @Test(arguments: ["homes", "style"])
        func `loads page after page of each section, and shows no item twice`(segment: String) async throws {
            try await Self.withFixtures { server, _ in
                let store = HomeStore(address: try Self.address(Self.home + "&segment=\(segment)", server))
                try await store.refresh()
                let first = Self.ids(await store.page).count
                for _ in 1...4 {
                    for section in await store.page?.sections ?? [] {
                        let count = section.items.count
                        try await store.loadMore(section.id)
                        let now = try #require(await store.page?[section.id])
                        // The request names the shown items: pages are full and no item is dropped.
                        if section.loadMore != nil { #expect(now.items.count > count, "\(section.id)") }
                        #expect(now.items.prefix(count).map(\.id) == section.items.map(\.id))
                    }
                }
                let ids = Self.ids(await store.page)
                #expect(ids.count > first + 20 && Set(ids).count == ids.count)
                try Self.expectStacked(await store.page)
            }
        }

        @Test func `drops duplicates of two pages loaded at once, and loads no page twice`() async throws {
            try await Self.withFixtures { server, _ in
                let store = HomeStore(address: try Self.address(Self.home, server))
                try await store.refresh()
                let count = Self.ids(await store.page).count
                let ids = ["nearby", "a-little-further", "nearby", "recommendations"].map(SectionID.init)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for id in ids { group.addTask { try await store.loadMore(id) } }
                    try await group.waitForAll()
                }
                let shown = Self.ids(await store.page)
                #expect(shown.count > count && Set(shown).count == shown.count)
                let nearby = try #require(await store.page?[ids[0]])
                #expect((21...40).contains(nearby.items.count), "one more page, not two")
            }
        }

        @Test func `loads deferred and failed widgets in place`() async throws {
            let service = try ScriptedGorse()
            defer { service.stop() }
            try await withFolder { folder in
                let text = try Fixtures.configText()
                    .replacing(#/,\s*"fallbacks": \[[^\]]*\]/#, with: "")
                    .adding(
                        """
                        "recommender": {"timeout": 30000, "cacheLifetime": 1, "circuitBreaker": {"backoff": 100, "maxBackoff": 200}}
                        """
                    )
                let config = try folder.write(text, to: "home.json")
                let flags = ["--config=\(config)", "--recommender=\(service.address)"]
                try await withServer(on: FixtureStore.copy(into: folder), flags[0], flags[1], in: folder) { server in
                    let id = SectionID(widget: "recommendations")
                    /// Loads homes of new users until the section has the wanted state.
                    func store(_ query: String, where isWanted: (WidgetState) -> Bool) async throws -> HomeStore {
                        for user in 0..<200 {
                            let target = Self.home.replacing("u1", with: "\(query.count)-\(user)") + query
                            let store = HomeStore(address: try Self.address(target, server))
                            try await store.refresh()
                            if let section = await store.page?[id], isWanted(section.widget.state) { return store }
                        }
                        throw Child.Failure(description: "no such section")
                    }
                    /// Retries until the section is loaded.
                    func expectLoaded(_ store: HomeStore) async throws {
                        let before = try #require(await store.page?[id])
                        #expect(before.items.isEmpty && before.pending != nil)
                        let limit = ContinuousClock.now + Child.hangLimit
                        while await store.page?[id]?.pending != nil, ContinuousClock.now < limit {
                            try await store.loadPending(id)
                        }
                        let after = try #require(await store.page?[id])
                        #expect(after.widget.state == .loaded && after.items.count == 4 && after.pending == nil)
                        #expect(after.widget.metrics.y == before.widget.metrics.y)
                        try Self.expectStacked(await store.page)
                    }
                    try service.setMode(.slow)
                    let late = try await store("&budget=20") { if case .deferred = $0 { true } else { false } }
                    try await late.loadDeferred()
                    try service.setMode(.healthy)
                    if await late.page?[id]?.pending == nil {
                        #expect(await late.page?[id]?.widget.state == .loaded)
                    } else {
                        try await expectLoaded(late)
                    }
                    try service.setMode(.garbage)
                    let failed = try await store("") { if case .failed = $0 { true } else { false } }
                    try service.setMode(.healthy)
                    try await expectLoaded(failed)
                }
            }
        }

        @Test func `revalidates the home, and keeps its pages if nothing has changed`() async throws {
            try await Self.withFixtures { server, _ in
                let address = try Self.address(Self.home, server)
                let http = HTTPClient()
                guard case .document(_, let tag?) = try await http.get(address) else {
                    Issue.record("no document with a tag")
                    return
                }
                guard case .notModified = try await http.get(address, ifNoneMatch: tag) else {
                    Issue.record("modified")
                    return
                }
                let store = HomeStore(address: address)
                try await store.refresh()
                try await store.loadMore(SectionID(widget: "nearby"))
                let before = await store.snapshot
                try await store.refresh()
                #expect(await store.snapshot == before)
                #expect(try server.request("POST", "/users/u1/searches", body: "{}").status == 204)
                try await store.refresh()
                #expect(await store.page?[SectionID(widget: "last-search")]?.items.count == 10)
                #expect(await store.page?[SectionID(widget: "nearby")]?.items.count == 20, "a fresh home starts over")
            }
        }

        @Test func `shows a stored copy at the start and while the server is down`() async throws {
            try await withFolder { folder in
                let copy = OfflineCopy(file: folder.url.appendingPathComponent("caches/home"))
                let stored = try FixtureStore.copy(into: folder)
                let (address, shown) = try await withServer(on: stored, in: folder) { server in
                    let address = try Self.address(Self.home, server)
                    let store = HomeStore(address: address, copy: copy)
                    await store.restore()
                    #expect(await store.page == nil)
                    try await store.refresh()
                    // The same home, from the copy and a 304.
                    let second = HomeStore(address: address, copy: copy)
                    await second.restore()
                    #expect(await second.snapshot == store.snapshot)
                    #expect(await !second.isCurrent)
                    try await second.refresh()
                    #expect(await second.isCurrent)
                    #expect(await second.snapshot == store.snapshot)
                    return (address, await store.snapshot)
                }
                let store = HomeStore(address: address, copy: copy)
                await store.restore()
                #expect(await store.snapshot == shown)
                await #expect(throws: HomeError.self) { try await store.refresh() }
                #expect(await store.snapshot == shown)
                #expect(await !store.isCurrent)

                // Another user's home is not shown, nor is an invalid file.
                let other = try #require(URL(string: address.absoluteString.replacing("u1", with: "u2")))
                #expect(copy.content(for: address) != nil && copy.content(for: other) == nil)
                try copy.save(OfflineCopy.Content(document: Data("{".utf8), tag: nil), for: address)
                let broken = HomeStore(address: address, copy: copy)
                await broken.restore()
                #expect(await broken.page == nil)
                #expect(!FileManager.default.fileExists(atPath: copy.file.path))
            }
        }

        @Test(arguments: [#""shown":"A"#, #""unknown":""#])
        func `omits the token if the server refuses it or sends none`(member: String) async throws {
            try await Self.withFixtures { server, folder in
                let address = try Self.address(Self.home, server)
                let document = try server.get(Self.home).text.replacing(#""shown":""#, with: member)
                let copy = OfflineCopy(file: folder.url.appendingPathComponent("home"))
                try copy.save(OfflineCopy.Content(document: Data(document.utf8), tag: nil), for: address)
                let store = HomeStore(address: address, copy: copy)
                await store.restore()
                let before = try #require(await store.page)
                for id in before.sections.map(\.id) { try await store.loadMore(id) }
                let after = try #require(await store.page)
                #expect(after.shown != before.shown && after.shown != nil)
                let ids = Self.ids(after)
                #expect(ids.count > Self.ids(before).count && Set(ids).count == ids.count)
            }
        }

        @Test func `drops pages of a home that was replaced meanwhile`() async throws {
            try await Self.withFixtures { server, _ in
                let document = try server.get(Self.home).text
                let page = try server.get(
                    try #require(try server.home(Self.home).widget("nearby")["loadMore"]["href"].string)
                )
                .text
                let count = Atomic(0)
                let (asked, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                let service = try RawService(threads: 2) { request, connection in
                    guard request.target.hasPrefix("/home/widgets/") else { return connection.answer(200, document) }
                    count.add(1, ordering: .relaxed)
                    asked.signal()
                    released.wait()
                    return connection.answer(200, page)
                }
                defer { service.stop() }
                let address = try #require(URL(string: "http://127.0.0.1:\(service.port)\(Self.home)"))
                let store = HomeStore(address: address)
                try await store.refresh()
                let before = await store.snapshot
                let loading = Task { try await store.loadMore(SectionID(widget: "nearby")) }
                await withCheckedContinuation { waited in
                    Thread.detachNewThread {
                        asked.wait()
                        waited.resume()
                    }
                }
                try await store.refresh()
                released.signal()
                try await loading.value
                #expect(await store.snapshot == before)
                // If the home is not replaced, the same page is requested and added once.
                for _ in 1...2 { released.signal() }
                async let first: Void = store.loadMore(SectionID(widget: "nearby"))
                async let second: Void = store.loadMore(SectionID(widget: "nearby"))
                _ = try await (first, second)
                #expect(count.load(ordering: .relaxed) == 2)
                #expect(try #require(await store.page?[SectionID(widget: "nearby")]).items.count > 20)
            }
        }

        @Test func `starts over if the config has changed`() async throws {
            try await withFolder { folder in
                let stored = try FixtureStore.copy(into: folder)
                let text = try Fixtures.configText()
                let config = try folder.write(text, to: "home.json")
                try await withServer(on: stored, "--config", config, in: folder) { server in
                    let store = HomeStore(address: try Self.address(Self.home, server))
                    try await store.refresh()
                    _ = try folder.write(text.replacing("Picked for you", with: "For you"), to: "home.json")
                    try server.waitForReload()
                    try await store.loadMore(SectionID(widget: "nearby"))
                    #expect(await store.page?[SectionID(widget: "recommendations")]?.widget.title == "For you")
                }
            }
        }

        @Test func `reports why the server refuses`() async throws {
            try await withFolder { folder in
                let secret = try folder.write(Token.secret, to: "secret.key")
                let locked = "--config=\(try folder.config(auth: #"{"kind": "jwt", "secret": "\#(secret)"}"#))"
                let refusals = [
                    ("--config=\(Fixtures.config)", "/home?width=19", 400, "invalid_parameter"),
                    ("--config=\(Fixtures.config)", "/nothing", 404, "not_found"),
                    (locked, Self.home, 401, "unauthorized"),
                ]
                for (index, (config, target, status, code)) in refusals.enumerated() {
                    let stored = try FixtureStore.copy(into: folder, as: "\(index).store")
                    try await withServer(on: stored, config, in: folder) { server in
                        let store = HomeStore(address: try Self.address(target, server))
                        let error = await #expect(throws: HomeError.self) { try await store.refresh() }
                        guard case .refused(status, code, let message, nil) = error else {
                            Issue.record("\(target): \(String(describing: error))")
                            return
                        }
                        #expect(!message.isEmpty)
                        #expect(await store.page == nil)
                    }
                }
            }
        }

        @Test func `prints the sections of a home, and the changes by one more page`() async throws {
            try await Self.withFixtures { server, folder in
                for target in [Self.home, "/home?width=320&segment=style", "/home?width=768&locale=ar" + Self.place] {
                    let home = try server.home(target)
                    let lines = try home.widgets.map { widget in
                        let title = try #require(widget["title"].string)
                        return "  \(title.isEmpty ? try #require(widget.id) : title): \(widget.items.count)"
                    }
                    let copy = try folder.newFile("copy").path
                    let address = try Self.address(target, server).absoluteString
                    let first = try Self.printed([address, copy], in: folder)
                    #expect(Array(first.prefix(lines.count + 1)) == ["home:"] + lines)
                    #expect(first.contains { $0.contains(/inserted: 0 sections, [1-9]/) })
                    let second = try Self.printed([address, copy], in: folder)
                    #expect(Array(second.prefix(lines.count + 1)) == ["offline copy:"] + lines)
                }
            }
        }

        private static func printed(_ arguments: [String], in folder: Folder) throws -> [String] {
            let file = try folder.newFile("printed")
            let output = try FileHandle(forWritingTo: file)
            defer { try? output.close() }
            let client = try SpawnedProcess(
                [Child.executable("HomeClient").path] + arguments,
                environment: [:],
                in: folder.url.path,
                output: output.fileDescriptor,
                errors: FileHandle.standardError.fileDescriptor
            )
            #expect(try Child.wait("the client to end") { client.end } == 0)
            return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        }
    }
}
