import Foundation
import Testing

@testable import HearthClient

@Suite struct `The store` {
    static let address = URL(string: "http://127.0.0.1:1/home?width=390&user=u1")!
    static let requested = URL(string: "http://127.0.0.1:1/home?width=390&user=u1&schema=1")!

    static func store(_ transport: ScriptedTransport, clock: ScriptedClock = ScriptedClock(), copy: OfflineCopy? = nil)
        -> HomeStore
    {
        HomeStore(address: address, transport: transport, retry: clock.policy(), copy: copy)
    }

    /// A home with a list, which has a next page, and a second widget.
    static func home() throws -> JSONObject { try Vectors.document("frames-list-ltr") }

    /// A widget of that home, loaded alone.
    static func alone(_ index: Int, shown: String? = "s2", items ids: String...) throws -> JSONObject {
        var widget = try home().widgets[index]
        let item = widget.items[0]
        widget.items = ids.map { id in
            var copy = item
            copy["id"] = id
            return copy
        }
        (widget["position"], widget["shown"], widget["loadMore"]) = (nil, shown, nil)
        return widget
    }

    @Test func `keeps the page and all that was loaded into it after a 304`() async throws {
        let clock = ScriptedClock()
        let transport = ScriptedTransport(
            try .json(Self.home(), tag: "\"1\""),
            try .json(Self.alone(0, items: "g")),
            HTTPResponse(status: 304)
        )
        let store = Self.store(transport, clock: clock)
        try await store.refresh()
        #expect(await store.refreshTime == clock.now + 300)
        try await store.loadMore("list")
        let page = await store.page
        #expect(page?["list"]?.items.map(\.id) == ["a", "b", "c", "d", "g"])
        try await store.refresh()
        #expect(await store.page == page)
        #expect(transport.requests[2].headers["If-None-Match"] == "\"1\"")
        #expect(
            transport.targets == [
                "/home?width=390&user=u1&schema=1", "/home/widgets/list?cursor=1&shown=s1",
                "/home?width=390&user=u1&schema=1&known=list:1,second:1",
            ]
        )
    }

    /// A transport of homes with the revisions 1, 2 and so on, of which the second waits for `released`.
    static func homes(_ asked: Gate, _ released: Gate, widget: HTTPResponse = HTTPResponse(status: 200)) throws
        -> ScriptedTransport
    {
        let (home, number) = (try home().data, Locked(0))
        return ScriptedTransport { request in
            guard request.url.path == "/home" else { return widget }
            let revision = number.withLock {
                $0 += 1
                return $0
            }
            if revision == 2 {
                await asked.open()
                await released.wait()
            }
            var document = try JSONObject(home)
            document["revision"] = "\(revision)"
            return try .json(document)
        }
    }

    @Test func `loads another home for those who ask while one is on its way`() async throws {
        let (asked, released) = (Gate(), Gate())
        let transport = try Self.homes(asked, released)
        let store = Self.store(transport)
        try await store.refresh()
        async let first: Void = store.refresh()
        await asked.wait()
        let others = (0..<20).map { _ in
            Task {
                try await store.refresh()
                return await store.page?.home.revision
            }
        }
        try await Task.sleep(for: .seconds(0.05))
        #expect(await store.page?.home.revision == "1")
        await released.open()
        try await first
        for other in others { #expect(try await Int(other.value ?? "") ?? 0 >= 3) }
        #expect(transport.requests.count < 12, "they share it")
    }

    @Test func `loads the whole home after one on its way if a link is outdated`() async throws {
        let (asked, released) = (Gate(), Gate())
        let transport = try Self.homes(asked, released, widget: .error(410, "outdated_cursor"))
        let store = Self.store(transport)
        try await store.refresh()
        async let refreshed: Void = store.refresh()
        await asked.wait()
        async let more: Void = store.loadMore("list")
        try await Task.sleep(for: .seconds(0.05))
        await released.open()
        _ = try await (refreshed, more)
        #expect(await store.page?.home.revision == "3")
        #expect(transport.targets.last == "/home?width=390&user=u1&schema=1")
    }

    @Test func `returns from each call for a page once it is there`() async throws {
        let (asked, released) = (Gate(), Gate())
        let (document, page) = (try Self.home().data, try Self.alone(0, items: "g").data)
        let transport = ScriptedTransport { request in
            if request.url.path == "/home" { return HTTPResponse(status: 200, body: document) }
            await asked.open()
            await released.wait()
            return HTTPResponse(status: 200, body: page)
        }
        let store = Self.store(transport)
        try await store.refresh()
        async let first: Void = store.loadMore("list")
        await asked.wait()
        let again = Task {
            try await store.loadMore("list")
            return await store.page?["list"]?.items.last?.id
        }
        try await Task.sleep(for: .seconds(0.05))
        await released.open()
        #expect(try await again.value == "g")
        try await first
        #expect(transport.requests.count == 2)
    }

    @Test func `restores unchanged widgets with their new position`() async throws {
        var first = try Self.home()
        first.widgets[1]["future"] = ["mood": "calm"]
        var second = try Self.home()
        second.widgets[0]["contentRevision"] = "2"
        second.widgets[0]["title"] = "New"
        second.widgets[1] =
            [
                "id": "second", "state": "unchanged", "position": ["header": 600, "items": 666],
            ].object
        try await withFolder { folder in
            let copy = OfflineCopy(file: folder.appendingPathComponent("home"))
            let transport = ScriptedTransport(try .json(first, tag: "1"), try .json(second, tag: "2"))
            let store = Self.store(transport, copy: copy)
            try await store.refresh()
            try await store.refresh()
            let page = try #require(await store.page)
            #expect(page["list"]?.title == "New")
            #expect(page["second"]?.position == Position(header: 600, items: 666, footer: nil))
            #expect(page["second"]?.items.map(\.id) == ["e", "f"])
            // The copy is the whole document, with the members that this version does not know.
            var whole = second
            whole.widgets[1] = first.widgets[1]
            whole.widgets[1]["position"] = ["header": 600, "items": 666]
            let content = try #require(copy.content(for: Self.requested))
            #expect(try JSONObject(content.document).data == whole.data && content.head.tag == "2")
        }
    }

    @Test func `restores unchanged widgets beside entries that are no widgets`() async throws {
        var second = try Self.home()
        let unchanged: [String: Any] = [
            "id": "second", "state": "unchanged", "position": ["header": 600, "items": 666],
        ]
        second["homeWidgets"] = [17, NSNull(), unchanged] as [Any]
        let store = Self.store(ScriptedTransport(try .json(Self.home()), try .json(second)))
        try await store.refresh()
        try await store.refresh()
        #expect(await store.page?.widgets.map(\.id) == ["second"])
        #expect(await store.page?["second"]?.items.map(\.id) == ["e", "f"])
    }

    @Test func `loads the whole home if it does not have an unchanged widget`() async throws {
        var partial = try Self.home()
        partial.widgets[1] = ["id": "other", "state": "unchanged", "position": ["header": 1, "items": 2]].object
        let transport = ScriptedTransport(try .json(Self.home()), try .json(partial), try .json(Self.home(), tag: "3"))
        let store = Self.store(transport)
        try await store.refresh()
        try await store.refresh()
        #expect(await store.page?.widgets.map(\.id) == ["list", "second"])
        #expect(transport.targets.last == "/home?width=390&user=u1&schema=1" && transport.requests[2].headers.isEmpty)
    }

    @Test func `sends the known widgets in a body if the URL would be too long`() async throws {
        var home = try Self.home()
        home.widgets[0]["contentRevision"] = String(repeating: "f", count: 4_000)
        let transport = ScriptedTransport(try .json(home, tag: "1"), try .json(home, tag: "1"))
        let store = Self.store(transport)
        try await store.refresh()
        try await store.refresh()
        let request = transport.requests[1]
        #expect(request.method == "POST" && request.url == Self.requested)
        let known = try JSONObject(try #require(request.body))["known"] as? [String: String]
        #expect(known?.keys.sorted() == ["list", "second"] && known?["second"] == "1")
    }

    @Test func `loads deferred widgets one after the other, at the times that the server names`() async throws {
        let clock = ScriptedClock()
        var home = try Self.home()
        for index in 0...1 {
            home.widgets[index]["state"] = "deferred"
            home.widgets[index]["items"] = [Any]()
            home.widgets[index]["href"] = "/home/widgets/\(index)"
            home.widgets[index]["loadMore"] = nil
        }
        var failed = try Self.alone(1)
        failed["state"] = "error"
        failed["error"] = ["code": "source_timeout", "message": "Too slow", "retryAfter": 7]
        failed["retry"] = ["href": "/home/widgets/1?again"]
        let transport = ScriptedTransport(
            try .json(home),
            try .json(Self.alone(0, shown: "s2", items: "a", "b")),
            try .json(failed),
            try .json(Self.alone(1, shown: "s3", items: "e", "b"))
        )
        let store = Self.store(transport, clock: clock)
        try await store.refresh()
        try await store.loadDeferred()
        #expect(await store.page?["list"]?.state == .loaded && clock.slept.isEmpty)
        #expect(await store.page?["second"]?.state == .error)
        try await store.loadPending("second")
        #expect(clock.slept == [7])
        #expect(await store.page?["second"]?.items.map(\.id) == ["e"], "the list has b")
        #expect(
            transport.targets.dropFirst() == [
                "/home/widgets/0?shown=s1", "/home/widgets/1?shown=s2", "/home/widgets/1?again&shown=s2",
            ]
        )
        try await store.loadPending("second")
        #expect(transport.requests.count == 4, "nothing is pending")
    }

    @Test func `loads a widget of which a part failed without the token, and keeps the items of the other parts`()
        async throws
    {
        var home = try Self.home()
        (home.widgets[0].items[1]["kind"], home.widgets[0].items[1]["retry"]) = (
            "error", ["href": "/home/widgets/list"]
        )
        let transport = ScriptedTransport(
            try .json(home),
            try .json(Self.alone(0, shown: "s2", items: "a", "g", "e", "c", "d"))
        )
        let store = Self.store(transport)
        try await store.refresh()
        try await store.loadPending("list")
        #expect(transport.targets[1] == "/home/widgets/list")
        #expect(await store.page?["list"]?.items.map(\.id) == ["a", "g", "c", "d"], "the second widget has e")
        #expect(await store.page?.home.shown == "s1", "the widget's token lacks the items of others")
        try await store.loadPending("list")
        #expect(transport.requests.count == 2, "nothing is pending")
    }

    @Test func `tries again at the server's time, else after times that double`() async throws {
        let clock = ScriptedClock()
        let transport = ScriptedTransport(
            .error(503, "overloaded", retryAfter: "2"),
            .error(503, "overloaded"),
            try .json(Self.home())
        )
        try await Self.store(transport, clock: clock).refresh()
        #expect(clock.slept == [2, 1])
        let away = ScriptedTransport()
        await #expect(throws: HomeError.self) { try await Self.store(away, clock: clock).refresh() }
        #expect(away.requests.count == 3 && clock.slept == [2, 1, 0.5, 1])
    }

    @Test func `tries again after times that are no numbers, and can wait for ever`() async throws {
        let clock = ScriptedClock()
        let transport = ScriptedTransport(.error(503, "overloaded", retryAfter: "NaN"), try .json(Self.home()))
        try await Self.store(transport, clock: clock).refresh()
        #expect(clock.slept == [0.5])
        let waiting = Task { try await RetryPolicy().sleep(1e300) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test(arguments: [(503, "overloaded", "3600"), (500, "internal_error", nil), (400, "invalid_parameter", nil)])
    func `throws at once if the server says so`(status: Int, code: String, retryAfter: String?) async throws {
        let clock = ScriptedClock()
        let transport = ScriptedTransport(.error(status, code, retryAfter: retryAfter))
        let store = Self.store(transport, clock: clock)
        let error = HomeError.refused(
            status: status,
            code: code,
            message: "no",
            retryAfter: retryAfter.flatMap(Double.init)
        )
        await #expect(throws: error) { try await store.refresh() }
        #expect(transport.requests.count == 1 && clock.slept.isEmpty)
        #expect(await store.page == nil)
    }

    @Test func `drops a token that the server refuses`() async throws {
        let transport = ScriptedTransport(
            try .json(Self.home()),
            .error(400, "invalid_shown"),
            try .json(Self.alone(0, shown: "s9", items: "g"))
        )
        let store = Self.store(transport)
        try await store.refresh()
        try await store.loadMore("list")
        #expect(transport.targets.suffix(2) == ["/home/widgets/list?cursor=1&shown=s1", "/home/widgets/list?cursor=1"])
        #expect(await store.page?.home.shown == "s9")
        #expect(await store.page?["list"]?.items.count == 5)
    }

    @Test(arguments: [(410, "outdated_cursor"), (400, "invalid_cursor"), (404, "unknown_widget")])
    func `loads the whole home again if the config has changed`(status: Int, code: String) async throws {
        var fresh = try Self.home()
        fresh["revision"] = "2"
        let transport = ScriptedTransport(try .json(Self.home(), tag: "1"), .error(status, code), try .json(fresh))
        let store = Self.store(transport)
        try await store.refresh()
        try await store.loadMore("list")
        #expect(await store.page?.home.revision == "2")
        #expect(transport.targets.last == "/home?width=390&user=u1&schema=1" && transport.requests[2].headers.isEmpty)
    }

    @Test func `drops items that two pages loaded at once have in common`() async throws {
        var home = try Self.home()
        home.widgets[1]["loadMore"] = ["href": "/home/widgets/second?cursor=1"]
        let both = Gate()
        let document = try home.data
        let pages = [
            "list": try Self.alone(0, items: "x", "y").data, "second": try Self.alone(1, items: "y", "a", "z").data,
        ]
        let transport = ScriptedTransport { request in
            guard request.url.path.hasPrefix("/home/widgets/") else { return HTTPResponse(status: 200, body: document) }
            if request.url.lastPathComponent == "second" { await both.open() }
            await both.wait()
            return HTTPResponse(status: 200, body: pages[request.url.lastPathComponent] ?? Data())
        }
        let store = Self.store(transport)
        try await store.refresh()
        async let first: Void = store.loadMore("list")
        async let second: Void = store.loadMore("second")
        async let again: Void = store.loadMore("list")
        _ = try await (first, second, again)
        let ids = await store.page?.widgets.flatMap(\.items).map(\.id) ?? []
        #expect(ids.sorted() == ["a", "b", "c", "d", "e", "f", "x", "y", "z"])
        #expect(transport.requests.count == 3, "the list's page is loaded once")
    }

    @Test func `sends the choices with every home, and shows what a chip loads`() async throws {
        func chip(_ id: String, selected: Bool) -> [String: Any] {
            ["id": id, "title": id, "selected": selected, "href": "/home/widgets/second?filter=\(id)"]
        }
        var home = try Self.home()
        home.widgets[1]["filters"] = [chip("top", selected: false), chip("near", selected: false)]
        var chosen = try Self.alone(1, items: "a", "g")
        chosen["filters"] = [chip("top", selected: true), chip("near", selected: true)]
        chosen["sorts"] = [chip("price", selected: true)]
        try await withFolder { folder in
            let copy = OfflineCopy(file: folder.appendingPathComponent("home"))
            let transport = ScriptedTransport(
                try .json(home, tag: "1"),
                try .json(chosen),
                try .json(home, tag: "2"),
                try .json(home)
            )
            let store = Self.store(transport, copy: copy)
            try await store.refresh()
            let top = try #require(await store.page?["second"]?.chips.first)
            try await store.select(top, of: "second")
            #expect(await store.page?["second"]?.items.map(\.id) == ["a", "g"], "a chip's result is complete")
            #expect(await store.choices == ["second": ["top", "near", "price"]])
            try await store.refresh()
            #expect(
                transport.targets[2].hasPrefix("/home?width=390&user=u1&schema=1&choices=second:top,near,price&known=")
            )
            let later = Self.store(transport, copy: copy)
            await later.restore()
            try await later.refresh()
            #expect(transport.targets[3].contains("choices=second:top,near,price"))
        }
    }

    @Test func `takes over the choices of a segment's link`() async throws {
        let href = "/home?segment=a&choices=x:y:top,price,second%3Anew&width=390&schema=1"
        let chosen = try Self.alone(1, items: "g")
        let transport = ScriptedTransport(try .json(Self.home()), try .json(chosen), HTTPResponse(status: 304))
        let address = try #require(URL(string: href, relativeTo: Self.address))
        let store = HomeStore(address: address, transport: transport)
        #expect(await store.choices == ["x:y": ["top", "price"], "second": ["new"]])
        try await store.refresh()
        let chip = #"{"id": "new", "title": "New", "selected": true, "href": "/home/widgets/second"}"#
        try await store.select(try JSONDecoder().decode(Chip.self, from: Data(chip.utf8)), of: "second")
        try await store.refresh()
        #expect(transport.targets[0] == "/home?segment=a&width=390&schema=1&choices=second:new,x:y:top,price")
        #expect(transport.targets[2].hasPrefix("/home?segment=a&width=390&schema=1&choices=x:y:top,price&known="))
        #expect(transport.requests[0].url.host == "127.0.0.1")
    }

    @Test func `loads the home again if a choice is made meanwhile`() async throws {
        var home = try Self.home()
        let chip: [String: Any] = [
            "id": "top", "title": "Top", "selected": true, "href": "/home/widgets/second?filter=top",
        ]
        home.widgets[1]["filters"] = [chip]
        let (document, chosen) = (try home.data, try Self.alone(1, items: "g"))
        var widget = chosen
        widget["filters"] = [chip]
        let (body, asked, chosenAlready) = (try widget.data, Gate(), Gate())
        let transport = ScriptedTransport { request in
            if request.url.path != "/home" { return HTTPResponse(status: 200, body: body) }
            if request.url.query()?.contains("known") == true {
                await asked.open()
                await chosenAlready.wait()
            }
            return HTTPResponse(status: 200, body: document)
        }
        let store = Self.store(transport)
        try await store.refresh()
        async let refreshed: Void = store.refresh()
        await asked.wait()
        try await store.select(try #require(await store.page?["second"]?.chips.first), of: "second")
        await chosenAlready.open()
        try await refreshed
        #expect(transport.targets.count == 4 && transport.targets[3].contains("choices=second:top"))
    }

    @Test func `drops a page of a widget that a chip replaced meanwhile`() async throws {
        let chip: [String: Any] = [
            "id": "top", "title": "Top", "selected": false, "href": "/home/widgets/list?filter=top",
        ]
        var home = try Self.home()
        home.widgets[0]["filters"] = [chip]
        let (document, page, chosen) = (
            try home.data, try Self.alone(0, items: "g").data, try Self.alone(0, items: "h").data
        )
        let (asked, released) = (Gate(), Gate())
        let transport = ScriptedTransport { request in
            if request.url.path == "/home" { return HTTPResponse(status: 200, body: document) }
            if request.url.query()?.contains("filter") == true { return HTTPResponse(status: 200, body: chosen) }
            await asked.open()
            await released.wait()
            return HTTPResponse(status: 200, body: page)
        }
        let store = Self.store(transport)
        try await store.refresh()
        async let more: Void = store.loadMore("list")
        await asked.wait()
        try await store.select(try #require(await store.page?["list"]?.chips.first), of: "list")
        await released.open()
        try await more
        #expect(await store.page?["list"]?.items.map(\.id) == ["h"])
    }

    @Test func `can load a page again that failed`() async throws {
        var failed = try Self.alone(0)
        failed["state"] = "error"
        failed["items"] = [Any]()
        failed["error"] = ["code": "source_timeout", "message": "Late", "retryAfter": 2]
        let transport = ScriptedTransport(
            try .json(try Self.home()),
            try .json(failed),
            try .json(try Self.alone(0, items: "g"))
        )
        let store = Self.store(transport)
        try await store.refresh()
        let before = try #require(await store.page)
        await #expect(throws: HomeError.refused(status: 503, code: "source_timeout", message: "Late", retryAfter: 2)) {
            try await store.loadMore("list")
        }
        #expect(await store.page == before)
        try await store.loadMore("list")
        #expect(await store.page?["list"]?.items.last?.id == "g")
    }

    @Test func `drops a page of a home that was replaced meanwhile`() async throws {
        var fresh = try Self.home()
        fresh["revision"] = "2"
        let (documents, page) = (
            Locked([try Self.home().data, try fresh.data][...]), try Self.alone(0, items: "g").data
        )
        let (asked, released) = (Gate(), Gate())
        let transport = ScriptedTransport { request in
            if request.url.path == "/home" {
                return HTTPResponse(status: 200, body: documents.withLock { $0.removeFirst() })
            }
            await asked.open()
            await released.wait()
            return HTTPResponse(status: 200, body: page)
        }
        let store = Self.store(transport)
        try await store.refresh()
        async let more: Void = store.loadMore("list")
        await asked.wait()
        try await store.refresh()
        await released.open()
        try await more
        #expect(await store.page == Page(try fresh.decoded(Home.self)))
    }

    @Test func `shows the offline copy of its own address only`() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("caches/home")
            let copy = OfflineCopy(file: file)
            let store = Self.store(ScriptedTransport(try .json(Self.home(), tag: "1")), copy: copy)
            await store.restore()
            #expect(await store.page == nil)
            try await store.refresh()

            let later = Self.store(ScriptedTransport(), copy: copy)
            await later.restore()
            #expect(await later.page == store.page)
            await #expect(throws: HomeError.self) { try await later.refresh() }
            #expect(await later.page == store.page)
            let (isCurrent, wasCurrent) = (await later.isCurrent, await store.isCurrent)
            #expect(!isCurrent && wasCurrent)

            let address = try #require(URL(string: Self.address.absoluteString + "2"))
            let other = HomeStore(address: address, transport: ScriptedTransport(), copy: copy)
            await other.restore()
            #expect(await other.page == nil)

            let head = OfflineCopy.Head(address: Self.requested, tag: nil, choices: [:], loadTime: Date())
            copy.save(Data("{".utf8), head)
            let broken = Self.store(ScriptedTransport(), copy: copy)
            await broken.restore()
            #expect(await broken.page == nil)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test func `shows the offline copy of another place, with its time`() async throws {
        func address(_ place: String) throws -> URL { try #require(URL(string: "http://a/home?user=u1\(place)")) }
        try await withFolder { folder in
            let (copy, clock) = (OfflineCopy(file: folder.appendingPathComponent("home")), ScriptedClock())
            let loaded = clock.now
            let transport = ScriptedTransport(try .json(Self.home(), tag: "1"), HTTPResponse(status: 304))
            let here = try address("&lat=1&lon=2&width=390")
            try await HomeStore(address: here, transport: transport, retry: clock.policy(), copy: copy).refresh()
            try await clock.policy().sleep(1_000)
            for place in ["&lat=3&lon=4&width=390", "&width=390"] {
                let there = HomeStore(address: try address(place), transport: ScriptedTransport(), copy: copy)
                await there.restore()
                #expect(await there.page?.widgets.count == 2)
                #expect(await there.loadTime == loaded)
                #expect(await there.refreshTime == loaded + 300)
            }
            for other in ["&width=500", "&width=390&locale=de", "2&width=390"] {
                let store = HomeStore(address: try address(other), transport: ScriptedTransport(), copy: copy)
                await store.restore()
                #expect(await store.page == nil)
                #expect(await store.loadTime == nil)
            }
            // The choices of its address are newer than those of the copy.
            let head = OfflineCopy.Head(
                address: try address("&width=390&schema=1"),
                tag: nil,
                choices: ["list": ["top"], "second": ["top"]],
                loadTime: loaded
            )
            copy.save(try Self.home().data, head)
            let linked = HomeStore(address: try address("&width=390&choices=second:new"), copy: copy)
            await linked.restore()
            #expect(await linked.choices == ["list": ["top"], "second": ["new"]])
            // A home that the server confirms is as new as one that it sends.
            let again = HomeStore(address: here, transport: transport, retry: clock.policy(), copy: copy)
            await again.restore()
            try await again.refresh()
            #expect(await again.loadTime == loaded + 1_000)
            #expect(copy.content(for: try address("&width=390&schema=1"))?.head.loadTime == loaded + 1_000)
        }
    }

    @Test func `keeps no copy of more than 4 MiB, and reads no home of that size`() async throws {
        try await withFolder { folder in
            let copy = OfflineCopy(file: folder.appendingPathComponent("home"))
            let head = OfflineCopy.Head(address: Self.requested, tag: nil, choices: [:], loadTime: Date())
            copy.save(Data(count: (4 << 20) + 1), head)
            #expect(copy.content(for: Self.requested) == nil)
            let body = try Self.home().data + Data(repeating: UInt8(ascii: " "), count: 4 << 20)
            let store = Self.store(ScriptedTransport(HTTPResponse(status: 200, body: body)))
            await #expect(throws: HomeError.unreadable("\(body.count) bytes")) { try await store.refresh() }
        }
    }

    @Test(arguments: ["", "{", "[]", "null", #"{"homeWidgets": [{"id": "a", "state": "unchanged"}]}"#])
    func `keeps its page if a response is no home`(body: String) async throws {
        let bad = HTTPResponse(status: 200, body: Data(body.utf8))
        let store = Self.store(ScriptedTransport(try .json(Self.home()), bad, bad))
        try await store.refresh()
        let page = await store.page
        await #expect(throws: HomeError.self) { try await store.refresh() }
        #expect(await store.page == page)
    }
}
