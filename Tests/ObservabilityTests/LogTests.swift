import EventLoop
import Glibc
import JSON
import SeededRandom
import Testing

@testable import HTTPServer
@testable import Observability

private func exchange(_ id: String = "id", status: Status = .ok, route: String? = "/home") throws -> Exchange {
    let id = RequestID(id.utf8.span)
    return Exchange(
        method: .get,
        route: route,
        status: status,
        bytes: 10,
        time: Timestamp(nanoseconds: 1_709_251_199_123_000_000),
        duration: .nanoseconds(1_500_999),
        id: try #require(id),
        traceID: 0
    )
}

/// The lines of a log, each of which has to be a JSON object.
private func objects(_ bytes: [UInt8]) throws -> [[String: JSONValue]] {
    try #require(bytes.isEmpty || bytes.last == UInt8(ascii: "\n"), "the last line is cut")
    return try bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map { line in
        let value = try JSONValue(parsing: line)
        guard case .object(let members) = value else {
            Issue.record("no object: \(value)")
            return [:]
        }
        return members
    }
}

/// The number of request lines, and of lines reported as dropped.
private func tally(_ lines: [[String: JSONValue]]) -> (requests: Int, dropped: Int) {
    var tally = (requests: 0, dropped: 0)
    for line in lines {
        if line["status"] != nil { tally.requests += 1 }
        if case .integer(let count)? = line["count"] { tally.dropped += Int(count) }
    }
    return tally
}

/// Fills the pipe so that not another byte goes in.
private func fill(_ pipe: Pipe) -> Int {
    let flags = fcntl(pipe.writing, F_GETFL)
    _ = fcntl(pipe.writing, F_SETFL, flags | O_NONBLOCK)
    var filled = 0
    var line: UInt8 = UInt8(ascii: "\n")
    // Sound: the system reads one byte of a local variable during the call.
    while unsafe write(pipe.writing, &line, 1) == 1 { filled += 1 }
    _ = fcntl(pipe.writing, F_SETFL, flags)
    return filled
}

@Suite struct `The log` {
    @Test func `has one line of JSON for each request`() throws {
        let pipe = try Pipe()
        let log = try Log(to: pipe.writing)
        pipe.closeWriting()
        var first = try exchange(#"{"a":"\"}"#)
        first.traceID = 1 << 64 | 2
        log.request(first)
        var second = try exchange(route: "/a\"b\\c\r\n\u{0}\u{2028}é")
        second.method = nil
        second.duration = .nanoseconds(999)
        log.request(second)
        var third = try exchange(status: .unauthorized, route: nil)
        third.authFailure = "wrong_user"
        log.request(third)
        #expect(log.close(within: .seconds(30)))
        #expect(
            String(decoding: pipe.readAll(), as: UTF8.self) == #"""
                {"time":"2024-02-29T23:59:59.123Z","method":"GET","route":"/home","status":200,"bytes":10,"microseconds":1500,"requestId":"{\"a\":\"\\\"}","traceId":"00000000000000010000000000000002"}
                {"time":"2024-02-29T23:59:59.123Z","method":"other","route":"/a\"b\\c\r\n\u0000\#u{2028}é","status":200,"bytes":10,"microseconds":0,"requestId":"id","traceId":"00000000000000000000000000000000"}
                {"time":"2024-02-29T23:59:59.123Z","method":"GET","route":"other","status":401,"authFailure":"wrong_user","bytes":10,"microseconds":1500,"requestId":"id","traceId":"00000000000000000000000000000000"}

                """#
        )
    }

    @Test func `stays JSON whatever a client calls its request and a route is called`() throws {
        var generator = SplitMix64(seed: 3)
        let texts = (0..<100).map { _ in
            String(
                String.UnicodeScalarView(
                    (0..<8).compactMap { _ in
                        Unicode.Scalar(
                            UInt32.random(in: 0..<(Bool.random(using: &generator) ? 0x80 : 0xd800), using: &generator)
                        )
                    }
                )
            )
        }
        let names = Array(Set(texts))
        let pipe = try Pipe()
        let log = try Log(to: pipe.writing)
        pipe.closeWriting()
        let reader = try PipeReader(pipe.reading)
        var ids: [String] = []
        for index in names.indices {
            let id = (0..<64).map { _ in UInt8.random(in: 0x21...0x7e, using: &generator) }
            ids.append(String(decoding: id, as: UTF8.self))
            log.request(try exchange(ids[index], route: names[index]))
        }
        log.event(.warning, names[0], ["text": names[1], "count": 7])
        #expect(log.close(within: .seconds(30)))
        let lines = try objects(reader.finish())
        let requests = lines.filter { $0["route"] != nil }
        #expect(requests.map { $0["route"] } == names.map { .string($0) })
        #expect(requests.map { $0["requestId"] } == ids.map { .string($0) })
        let event = try #require(lines.first { $0["level"] != nil })
        #expect(event["message"] == .string(names[0]))
        #expect([event["text"], event["count"]] == [.string(names[1]), .integer(7)])
    }

    @Test func `writes what was said on several threads, each line whole`() throws {
        let pipe = try Pipe()
        var limits = LogLimits()
        limits.lines = 16_000
        limits.failuresFrom = 16_000
        let log = try Log(to: pipe.writing, limits: limits)
        pipe.closeWriting()
        let line = try exchange()
        let reader = try PipeReader(pipe.reading)
        try onThreads(8) { thread in
            for index in 0..<2000 {
                log.request(line)
                if index.isMultiple(of: 1000) { log.event(.info, "Event", ["thread": thread]) }
            }
        }
        #expect(log.close(within: .seconds(30)))
        let lines = try objects(reader.finish())
        let tally = tally(lines)
        #expect(tally.requests == 16_000)
        #expect(tally.dropped == 0)
        #expect(lines.count { $0["message"] == .string("Event") } == 16)
    }

    @Test func `neither blocks nor grows while its output takes nothing, counts what it leaves out, and goes on`()
        throws
    {
        let pipe = try Pipe()
        let filled = fill(pipe)
        let limits = LogLimits()
        let log = try Log(to: pipe.writing, limits: limits)
        let line = try exchange()
        // That this ends at all is the test: the output takes nothing meanwhile.
        try onThreads(8) { _ in
            for _ in 0..<20_000 { log.request(line) }
        }
        // What the writer has in hand, and a full queue.
        #expect(log.dropped >= 160_000 - 2 * limits.lines)

        let reader = try PipeReader(pipe.reading)
        log.event(.info, "Later")
        #expect(log.close(within: .seconds(30)))
        pipe.closeWriting()
        let all = reader.finish()
        let lines = try objects(Array(all.dropFirst(filled)))
        let tally = tally(lines)
        #expect(tally.requests + tally.dropped == 160_000)
        #expect(tally.dropped == log.dropped)
        #expect(lines.contains { $0["message"] == .string("Later") })
    }

    @Test func `holds only so many events while its output takes nothing`() throws {
        let pipe = try Pipe()
        _ = fill(pipe)
        var limits = LogLimits()
        limits.eventBytes = 1000
        let log = try Log(to: pipe.writing, limits: limits)
        for _ in 0..<1000 { log.event(.error, "A worker died") }
        #expect(log.dropped > 900)
        #expect(!log.close(within: .milliseconds(20)))
    }

    @Test func `ends in bounded time where its output takes nothing, and without loss where it does`() throws {
        let blocked = try Pipe()
        _ = fill(blocked)
        let stuck = try Log(to: blocked.writing)
        stuck.request(try exchange())
        #expect(!stuck.close(within: .milliseconds(20)))

        let pipe = try Pipe()
        let log = try Log(to: pipe.writing)
        pipe.closeWriting()
        for _ in 0..<100 { log.request(try exchange()) }
        #expect(log.close(within: .seconds(30)))
        #expect(log.close(within: .seconds(30)))
        #expect(try objects(pipe.readAll()).count == 100)
    }

    @Test func `survives a reader that goes away, and counts what it could not write`() throws {
        let pipe = try Pipe()
        let log = try Log(to: pipe.writing)
        pipe.closeReading()
        for _ in 0..<100 { log.request(try exchange()) }
        log.event(.info, "Lost as well")
        #expect(log.close(within: .seconds(30)))
        #expect(log.dropped == 101)
    }

    @Test func `survives a disk that is full`() throws {
        // Sound: the system reads the path during the call.
        let full = unsafe open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        let log = try Log(to: full)
        close(full)
        for _ in 0..<100 { log.request(try exchange()) }
        #expect(log.close(within: .seconds(30)))
        #expect(log.dropped == 100)
    }

    @Test func `cannot be written to a descriptor that is none`() {
        #expect(throws: SystemError.self) { try Log(to: -1) }
    }
}

@Suite struct `The log's queue` {
    private var limits: LogLimits {
        var limits = LogLimits()
        limits.lines = 100
        limits.failuresFrom = 70
        return limits
    }

    private func take(from queue: inout LogQueue) -> [Exchange] {
        var exchanges: [Exchange] = []
        _ = queue.take(&exchanges)
        return exchanges
    }

    @Test func `keeps all, then only failures, and never more than its limit`() throws {
        var queue = LogQueue(limits: limits)
        let line = try exchange()
        let failure = try exchange(status: .serviceUnavailable)
        #expect((0..<71).map { _ in queue.append(line) } == Array(repeating: true, count: 70) + [false])
        #expect((0..<31).map { _ in queue.append(failure) } == Array(repeating: true, count: 30) + [false])
        let taken = take(from: &queue)
        #expect(taken.count == 100)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `keeps each failure while there is room, whatever else comes`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var queue = LogQueue(limits: limits)
        let line = try exchange()
        let failure = try exchange(status: .internalServerError)
        var (failures, kept) = (0, 0)
        for _ in 0..<5000 {
            let isFailure = Int.random(in: 0..<200, using: &generator) == 0
            let isKept = queue.append(isFailure ? failure : line)
            if isFailure {
                failures += 1
                #expect(isKept == (kept < 100))
            }
            if isKept { kept += 1 }
        }
        let exchanges = take(from: &queue)
        #expect(exchanges.count == kept && kept <= 100)
        #expect(exchanges.count { $0.status == .internalServerError } >= min(failures, 30))
    }

    @Test func `never reallocates its lines`() throws {
        var queue = LogQueue(limits: limits)
        var exchanges: [Exchange] = []
        exchanges.reserveCapacity(100)
        let line = try exchange(status: .internalServerError)
        var capacities: Set<Int> = []
        for _ in 0..<4 {
            for _ in 0..<200 { _ = queue.append(line) }
            _ = queue.take(&exchanges)
            #expect(exchanges.count == 100)
            capacities.insert(exchanges.capacity)
            exchanges.removeAll(keepingCapacity: true)
        }
        #expect(capacities.count == 1)
    }
}
