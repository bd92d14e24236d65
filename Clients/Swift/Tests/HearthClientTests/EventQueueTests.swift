import Foundation
import Testing

@testable import HearthClient

@Suite struct `The event queue` {
    static let address = URL(string: "http://127.0.0.1:1/users/u1/events")!

    struct Batch: Decodable {
        let id: String
        let events: [Event]
    }

    static func events(_ range: Range<Int>) -> [Event] {
        range.map {
            Event(.opened, item: "item:\($0)", tracking: "t\($0)", at: Date(timeIntervalSince1970: 1_800_000_000))
        }
    }

    static func queue(_ folder: URL, _ transport: ScriptedTransport, _ clock: ScriptedClock = ScriptedClock()) throws
        -> EventQueue
    {
        let file = folder.appendingPathComponent("events")
        return try EventQueue(file: file, address: address, transport: transport, retry: clock.policy())
    }

    static func batches(_ transport: ScriptedTransport) throws -> [Batch] {
        try transport.requests.map { try JSONDecoder().decode(Batch.self, from: $0.body ?? Data()) }
    }

    static func accepting() -> ScriptedTransport {
        ScriptedTransport { _ in HTTPResponse(status: 200, body: Data(#"{"accepted": 1, "refused": []}"#.utf8)) }
    }

    @Test func `sends batches of at most 500 events, in order`() async throws {
        try await withFolder { folder in
            let transport = Self.accepting()
            let queue = try Self.queue(folder, transport)
            try await queue.add(Self.events(0..<3))
            try await queue.add(Self.events(3..<1_203))
            #expect(await queue.count == 1_203)
            let report = await queue.send()
            #expect(report.accepted == 1_203 && report.refused.isEmpty && report.error == nil)
            let batches = try Self.batches(transport)
            #expect(batches.map(\.events.count) == [500, 500, 203] && Set(batches.map(\.id)).count == 3)
            #expect(batches.flatMap(\.events) == Self.events(0..<1_203))
            #expect(transport.requests.allSatisfy { $0.method == "POST" && $0.url == Self.address })
            let body = String(decoding: transport.requests[0].body ?? Data(), as: UTF8.self)
            #expect(body.contains(#""at":"2027-01-15T08:00:00Z""#), "\(body.prefix(200))")
            #expect(await queue.count == 0)
            #expect(try await Self.queue(folder, transport).count == 0)
        }
    }

    @Test func `sends no batch that is larger than the server takes`() async throws {
        try await withFolder { folder in
            let transport = Self.accepting()
            let queue = try Self.queue(folder, transport)
            let token = String(repeating: "t", count: 60)
            let events = (0..<500).map { Event(.opened, item: "listing:\($0)", tracking: token, at: Date()) }
            try await queue.add(events)
            #expect(await queue.send().error == nil)
            #expect(transport.requests.count > 1)
            #expect(transport.requests.allSatisfy { ($0.body?.count ?? 0) < 64 << 10 })
            #expect(try Self.batches(transport).map(\.events.count).reduce(0, +) == 500)
        }
    }

    @Test func `sends the same batch again after a crash between writing and sending, or before the answer`()
        async throws
    {
        try await withFolder { folder in
            let lost = ScriptedTransport()
            let first = try Self.queue(folder, lost)
            try await first.add(Self.events(0..<2))
            // The process ends here: a new one reads the file.
            let second = try Self.queue(folder, lost)
            let report = await second.send()
            #expect(report.error?.isTemporary == true && report.accepted == 0)
            try await second.add(Self.events(2..<3))
            // And ends again, after the server may have got the batch.
            let transport = Self.accepting()
            let third = try Self.queue(folder, transport)
            try await third.add(Self.events(3..<4))
            #expect(await third.send().accepted == 4)
            let (tried, sent) = (try Self.batches(lost), try Self.batches(transport))
            #expect(Set(tried.map(\.id)) == [sent[0].id], "the server knows the batch by its id")
            #expect(sent.map { $0.events.count } == [2, 1, 1])
            #expect(sent.flatMap(\.events) == Self.events(0..<4))
            #expect(try await Self.queue(folder, transport).count == 0)
        }
    }

    @Test func `loses no complete record, wherever the last one ends`() async throws {
        try await withFolder { folder in
            let queue = try Self.queue(folder, Self.accepting())
            try await queue.add(Self.events(0..<2))
            let file = folder.appendingPathComponent("events")
            let two = try Data(contentsOf: file).count
            try await queue.add(Self.events(2..<3))
            let whole = try Data(contentsOf: file)
            for length in two...whole.count {
                try whole.prefix(length).write(to: file)
                let cut = try Self.queue(folder, Self.accepting())
                let count = await cut.count
                #expect(count == (length < whole.count - 1 ? 2 : 3), "\(length) of \(whole.count) bytes")
                try await cut.add(Self.events(7..<8))
                let transport = Self.accepting()
                let next = try Self.queue(folder, transport)
                #expect(await next.send().accepted == count + 1)
                #expect(try Self.batches(transport).flatMap(\.events).last == Self.events(7..<8)[0])
            }
        }
    }

    @Test func `keeps later records once, when it removes a sent batch from a file with a cut record`() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("events")
            let first = try Self.queue(folder, ScriptedTransport())
            try await first.add(Self.events(0..<503))
            // The process ended while it wrote a record, and before that while it removed one.
            let whole = try Data(contentsOf: file)
            try (whole + whole.suffix(60).dropLast(9)).write(to: file)
            try whole.prefix(100).write(to: file.appendingPathExtension("rest"))
            let accepted = HTTPResponse(status: 200, body: Data(#"{"accepted": 500, "refused": []}"#.utf8))
            let once = ScriptedTransport(accepted)
            let second = try Self.queue(folder, once)
            #expect(await second.count == 503)
            try await second.add(Self.events(503..<505))
            let report = await second.send()
            #expect(report.accepted == 500 && report.error?.isTemporary == true)
            let lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
            #expect(try lines.map { try JSONObject(Data($0))["batch"] as? String }.count == 5)
            let transport = Self.accepting()
            let third = try Self.queue(folder, transport)
            #expect(await third.send().accepted == 5)
            let (tried, sent) = (try Self.batches(once), try Self.batches(transport))
            #expect(sent.map { $0.events.count } == [3, 2] && sent.flatMap(\.events) == Self.events(500..<505))
            #expect(sent[0].id == tried[1].id)
            #expect(try Data(contentsOf: file).isEmpty)
        }
    }

    @Test func `adds events that come while a batch is sent to another batch`() async throws {
        try await withFolder { folder in
            let (asked, released) = (Gate(), Gate())
            let transport = ScriptedTransport { _ in
                await asked.open()
                await released.wait()
                return HTTPResponse(status: 200, body: Data(#"{"accepted": 1, "refused": []}"#.utf8))
            }
            let queue = try Self.queue(folder, transport)
            try await queue.add(Self.events(0..<1))
            async let report = queue.send()
            await asked.wait()
            try await queue.add(Self.events(1..<3))
            #expect(await queue.send().accepted == 0, "it is sending already")
            await released.open()
            #expect(await report.accepted == 3)
            #expect(try Self.batches(transport).map(\.events.count) == [1, 2])
        }
    }

    @Test func `drops refused events with a report, one by one or a batch`() async throws {
        try await withFolder { folder in
            let some =
                #"{"accepted": 1, "refused": [{"index": 1, "code": "unknown_item", "message": "gone"}], "untracked": [0]}"#
            let transport = ScriptedTransport(
                HTTPResponse(status: 200, body: Data(some.utf8)),
                .error(403, "forbidden"),
                HTTPResponse(status: 200),
                HTTPResponse(status: 403)
            )
            let queue = try Self.queue(folder, transport)
            try await queue.add(Self.events(0..<2))
            let report = await queue.send()
            #expect(report.accepted == 1)
            #expect(report.refused == [.init(event: Self.events(1..<2)[0], code: "unknown_item", message: "gone")])
            try await queue.add(Self.events(2..<4))
            let dropped = await queue.send()
            #expect(dropped.refused.map(\.event) == Self.events(2..<4))
            #expect(dropped.refused.allSatisfy { $0.code == "forbidden" && $0.message == "no" })
            #expect(dropped.accepted == 0 && dropped.error == nil)
            try await queue.add(Self.events(4..<5))
            for status in [nil, 403] {
                let error = try #require(await queue.send().error)
                #expect(error.status == status, "neither is an answer of the server")
                #expect(await queue.count == 1)
            }
        }
    }

    @Test(arguments: [(408, true), (429, true), (503, true), (401, false), (500, false)])
    func `keeps a batch that may be accepted later`(status: Int, isRetried: Bool) async throws {
        try await withFolder { folder in
            let clock = ScriptedClock()
            let later = HTTPResponse.error(status, "later", retryAfter: "4")
            let transport = ScriptedTransport(later, later, later, HTTPResponse(status: 200))
            let queue = try Self.queue(folder, transport, clock)
            try await queue.add(Self.events(0..<1))
            let report = await queue.send()
            #expect(report.error?.status == status)
            #expect(await queue.count == 1)
            #expect(clock.slept == (isRetried ? [4, 4] : []))
            #expect(transport.requests.count == (isRetried ? 3 : 1))
        }
    }

    @Test func `takes no event that it cannot keep`() async throws {
        try await withFolder { folder in
            let queue = try Self.queue(folder, Self.accepting())
            let long = Event(.shown, item: String(repeating: "x", count: 1 << 20), tracking: nil, at: Date())
            for _ in 0..<3 { try await queue.add([long]) }
            await #expect(throws: EventQueueError.full) { try await queue.add([long]) }
            #expect(await queue.count == 3)
            #expect(try await Self.queue(folder, Self.accepting()).count == 3)
            let file = folder.appendingPathComponent("events")
            let nowhere = try Self.queue(file, Self.accepting())
            await #expect(throws: EventQueueError.self) { try await nowhere.add(Self.events(0..<1)) }
            #expect(await nowhere.count == 0)
            let taken = folder.appendingPathComponent("taken")
            try FileManager.default.createDirectory(
                at: taken.appendingPathComponent("events"),
                withIntermediateDirectories: true
            )
            #expect(throws: EventQueueError.self) { try Self.queue(taken, Self.accepting()) }
            // Its folder is made with the first event.
            let new = try Self.queue(folder.appendingPathComponent("new"), Self.accepting())
            try await new.add(Self.events(0..<1))
        }
    }
}

@Suite struct `The impression counter` {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private static func item(_ id: String, _ fraction: Double) -> VisibleItem {
        VisibleItem(widget: "w", item: id, tracking: "t.\(id)", fraction: fraction)
    }

    @Test func `counts an item of which half was visible for a second, once`() {
        var counter = ImpressionCounter()
        let items = [Self.item("a", 0.5), Self.item("b", 0.49)]
        #expect(counter.update(items, at: Self.start).isEmpty)
        #expect(counter.nextTime == Self.start + 1)
        #expect(counter.update(items, at: Self.start + 0.9).isEmpty)
        let shown = counter.update([], at: Self.start + 5)
        #expect(shown == [Event(.shown, item: "a", tracking: "t.a", at: Self.start + 1)], "it was visible until now")
        #expect(counter.update([Self.item("a", 1)], at: Self.start + 6).isEmpty)
        #expect(counter.update([], at: Self.start + 9).isEmpty && counter.nextTime == nil)
        counter.reset()
        _ = counter.update([Self.item("a", 1)], at: Self.start + 10)
        #expect(counter.update([], at: Self.start + 11).count == 1, "another visit counts anew")
    }

    @Test func `counts an item in each widget`() {
        var counter = ImpressionCounter()
        let items = ["w", "v"].map { VisibleItem(widget: $0, item: "a", tracking: "t.\($0)", fraction: 1) }
        _ = counter.update(items, at: Self.start)
        #expect(counter.update(items, at: Self.start + 1).map(\.tracking) == ["t.v", "t.w"])
        #expect(counter.update(items, at: Self.start + 3).isEmpty && counter.nextTime == nil)
    }

    @Test func `starts again when an item was hidden meanwhile`() {
        var counter = ImpressionCounter()
        _ = counter.update([Self.item("a", 1)], at: Self.start)
        #expect(counter.update([Self.item("a", 0.2)], at: Self.start + 0.6).isEmpty)
        #expect(counter.update([Self.item("a", 0.8)], at: Self.start + 0.8).isEmpty)
        #expect(counter.update([Self.item("a", 0.8)], at: Self.start + 1.7).isEmpty)
        #expect(counter.update([Self.item("a", 0.8)], at: Self.start + 1.8).map(\.item) == ["a"])
    }
}
