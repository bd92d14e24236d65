import EventLoop
import Glibc
import JSON
import SeededRandom
import Testing

@testable import HTTPServer
@testable import Observability

private let methods = Label("method", ["GET", "POST"])
private let routes = Label("route", ["/home", "/a\"b\\c\r\n\u{0}\u{2028}é"])

private let authFailures = Label("cause", ["expired", "wrong_user"])

private func makeLog(to descriptor: Int32, limits: LogLimits = LogLimits()) throws(SystemError) -> Log {
    try Log(to: descriptor, methods: methods, routes: routes, authFailures: authFailures, limits: limits)
}

private func record(_ id: String = "id", status: UInt16 = 200, route: Int = 0) throws -> RequestRecord {
    let id = RequestID(id.utf8.span)
    return RequestRecord(
        time: Timestamp(nanoseconds: 1_709_251_199_123_000_000),
        method: 0,
        route: Int16(route),
        status: status,
        bytes: 10,
        duration: .nanoseconds(1_500_999),
        id: try #require(id),
        trace: 0
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

/// The number of request lines, and of lines reported as omitted.
private func tally(_ lines: [[String: JSONValue]]) -> (requests: Int, failures: Int, sampled: Int, dropped: Int) {
    var tally = (requests: 0, failures: 0, sampled: 0, dropped: 0)
    for line in lines {
        if case .integer(let status)? = line["status"] {
            tally.requests += 1
            if status >= 500 { tally.failures += 1 }
        }
        if case .integer(let count)? = line["sampled"] { tally.sampled += Int(count) }
        if case .integer(let count)? = line["dropped"] { tally.dropped += Int(count) }
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
        let log = try makeLog(to: pipe.writing)
        pipe.closeWriting()
        var first = try record(#"{"a":"\"}"#)
        first.trace = 1 << 64 | 2
        log.request(first)
        var second = try record(route: 1)
        second.method = 77
        second.duration = .nanoseconds(999)
        log.request(second)
        for authFailure in [1, 7] as [Int16] {
            var third = try record(status: 401)
            third.authFailure = authFailure
            log.request(third)
        }
        #expect(log.close(within: .seconds(30)))
        #expect(
            String(decoding: pipe.readAll(), as: UTF8.self) == #"""
                {"time":"2024-02-29T23:59:59.123Z","method":"GET","route":"/home","status":200,"bytes":10,"microseconds":1500,"requestId":"{\"a\":\"\\\"}","traceId":"00000000000000010000000000000002"}
                {"time":"2024-02-29T23:59:59.123Z","method":"other","route":"/a\"b\\c\r\n\u0000\#u{2028}é","status":200,"bytes":10,"microseconds":0,"requestId":"id","traceId":"00000000000000000000000000000000"}
                {"time":"2024-02-29T23:59:59.123Z","method":"GET","route":"/home","status":401,"authFailure":"wrong_user","bytes":10,"microseconds":1500,"requestId":"id","traceId":"00000000000000000000000000000000"}
                {"time":"2024-02-29T23:59:59.123Z","method":"GET","route":"/home","status":401,"authFailure":"other","bytes":10,"microseconds":1500,"requestId":"id","traceId":"00000000000000000000000000000000"}

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
        let log = try Log(to: pipe.writing, methods: methods, routes: Label("route", names), authFailures: authFailures)
        pipe.closeWriting()
        let reader = try PipeReader(pipe.reading)
        var ids: [String] = []
        for index in names.indices {
            let id = (0..<64).map { _ in UInt8.random(in: 0x21...0x7e, using: &generator) }
            ids.append(String(decoding: id, as: UTF8.self))
            log.request(try record(ids[index], route: index))
        }
        log.event(.warning, names[0], ["text": .string(names[1]), "count": .integer(7)])
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
        limits.sampledFrom = 16_000
        limits.failuresFrom = 16_000
        let log = try makeLog(to: pipe.writing, limits: limits)
        pipe.closeWriting()
        let line = try record()
        let reader = try PipeReader(pipe.reading)
        try onThreads(8) { thread in
            for index in 0..<2000 {
                log.request(line)
                if index.isMultiple(of: 1000) { log.event(.info, "Event", ["thread": .integer(thread)]) }
            }
        }
        #expect(log.close(within: .seconds(30)))
        let lines = try objects(reader.finish())
        let tally = tally(lines)
        #expect(tally.requests == 16_000)
        #expect([tally.sampled, tally.dropped] == [0, 0])
        #expect(lines.count { $0["message"] == .string("Event") } == 16)
    }

    @Test func `neither blocks nor grows while its output takes nothing, counts what it leaves out, and goes on`()
        throws
    {
        let pipe = try Pipe()
        let filled = fill(pipe)
        let limits = LogLimits()
        let log = try makeLog(to: pipe.writing, limits: limits)
        let line = try record()
        // That this ends at all is the test: the output takes nothing meanwhile.
        try onThreads(8) { _ in
            for _ in 0..<20_000 { log.request(line) }
        }
        let leftOut = Int(log.sampled + log.dropped)
        // What the writer has in hand, and a full queue.
        #expect(leftOut >= 160_000 - 2 * limits.lines)
        #expect(log.sampled > 0)

        let reader = try PipeReader(pipe.reading)
        log.event(.info, "Later")
        #expect(log.close(within: .seconds(30)))
        pipe.closeWriting()
        let all = reader.finish()
        let lines = try objects(Array(all.dropFirst(filled)))
        let tally = tally(lines)
        #expect(tally.requests + tally.sampled + tally.dropped == 160_000)
        #expect([tally.sampled, tally.dropped] == [Int(log.sampled), Int(log.dropped)])
        #expect(lines.contains { $0["message"] == .string("Later") })
    }

    @Test func `holds only so many events while its output takes nothing`() throws {
        let pipe = try Pipe()
        _ = fill(pipe)
        var limits = LogLimits()
        limits.eventBytes = 1000
        let log = try makeLog(to: pipe.writing, limits: limits)
        for _ in 0..<1000 { log.event(.error, "A worker died") }
        #expect(log.dropped > 900)
        #expect(!log.close(within: .milliseconds(20)))
    }

    @Test func `ends in bounded time where its output takes nothing, and without loss where it does`() throws {
        let blocked = try Pipe()
        _ = fill(blocked)
        let stuck = try makeLog(to: blocked.writing)
        stuck.request(try record())
        #expect(!stuck.close(within: .milliseconds(20)))

        let pipe = try Pipe()
        let log = try makeLog(to: pipe.writing)
        pipe.closeWriting()
        for _ in 0..<100 { log.request(try record()) }
        #expect(log.close(within: .seconds(30)))
        #expect(log.close(within: .seconds(30)))
        #expect(try objects(pipe.readAll()).count == 100)
    }

    @Test func `survives a reader that goes away, and counts what it could not write`() throws {
        let pipe = try Pipe()
        let log = try makeLog(to: pipe.writing)
        pipe.closeReading()
        for _ in 0..<100 { log.request(try record()) }
        log.event(.info, "Lost as well")
        #expect(log.close(within: .seconds(30)))
        #expect(log.dropped == 101)
    }

    @Test func `survives a disk that is full`() throws {
        // Sound: the system reads the path during the call.
        let full = unsafe open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        let log = try makeLog(to: full)
        close(full)
        for _ in 0..<100 { log.request(try record()) }
        #expect(log.close(within: .seconds(30)))
        #expect(log.dropped == 100)
    }

    @Test func `cannot be written to a descriptor that is none`() {
        #expect(throws: SystemError.self) { try makeLog(to: -1) }
    }
}

@Suite struct `The log's queue` {
    private var limits: LogLimits {
        var limits = LogLimits()
        limits.lines = 100
        limits.sampledFrom = 40
        limits.failuresFrom = 70
        limits.nth = 10
        return limits
    }

    private func take(from queue: LogQueue) -> [RequestRecord] {
        var records: [RequestRecord] = []
        _ = queue.take(&records)
        return records
    }

    @Test func `keeps all, then every nth, then only failures, and never more than its limit`() throws {
        let queue = LogQueue(limits: limits)
        let line = try record()
        let failure = try record(status: 503)
        #expect((0..<40).allSatisfy { _ in queue.append(line) == .kept })
        let outcomes = (0..<300).map { _ in queue.append(line) }
        #expect(outcomes.indices.filter { outcomes[$0] == .kept } == Array(stride(from: 9, to: 300, by: 10)))
        #expect(outcomes.count { $0 == .sampled } == 270)
        #expect(queue.append(line) == .dropped)
        #expect((0..<30).allSatisfy { _ in queue.append(failure) == .kept })
        #expect(queue.append(failure) == .dropped)
        #expect(queue.omitted == (270, 2))
        #expect(take(from: queue).count == 100)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `keeps each failure while there is room, whatever else comes`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let queue = LogQueue(limits: limits)
        let line = try record()
        let failure = try record(status: 500)
        var (failures, kept) = (0, 0)
        for _ in 0..<5000 {
            let isFailure = Int.random(in: 0..<200, using: &generator) == 0
            let outcome = queue.append(isFailure ? failure : line)
            if isFailure {
                failures += 1
                #expect(outcome == (kept == 100 ? .dropped : .kept))
            }
            if outcome == .kept { kept += 1 }
        }
        let records = take(from: queue)
        #expect(records.count == kept && kept <= 100)
        #expect(records.count { $0.isFailure } >= min(failures, 30))
    }

    @Test func `never reallocates its records`() throws {
        let queue = LogQueue(limits: limits)
        var records: [RequestRecord] = []
        records.reserveCapacity(100)
        let line = try record(status: 500)
        var capacities: Set<Int> = []
        for _ in 0..<4 {
            for _ in 0..<200 { queue.append(line) }
            _ = queue.take(&records)
            #expect(records.count == 100)
            capacities.insert(records.capacity)
            records.removeAll(keepingCapacity: true)
        }
        #expect(capacities.count == 1)
    }
}
