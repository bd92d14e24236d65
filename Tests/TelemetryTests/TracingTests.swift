import Testing

@testable import Telemetry

private func traceParent(_ text: String) -> TraceParent? { TraceParent(text.utf8.span) }

private let trace = "0af7651916cd43dd8448eb211c80319c"
private let parent = "b7ad6b7169203331"

@Suite struct `A traceparent` {
    @Test func `is read and written`() throws {
        let value = try #require(traceParent("00-\(trace)-\(parent)-01"))
        #expect(value.trace == TraceID(high: 0x0af7_6519_16cd_43dd, low: 0x8448_eb21_1c80_319c))
        #expect(value.parent == 0xb7ad_6b71_6920_3331)
        #expect(value.isSampled)
        #expect(value.value == "00-\(trace)-\(parent)-01")
    }

    @Test(arguments: [("00", false), ("01", true), ("02", false), ("ff", true)])
    func `keeps the one flag that is defined`(flags: String, isSampled: Bool) throws {
        let value = try #require(traceParent("00-\(trace)-\(parent)-\(flags)"))
        #expect(value.isSampled == isSampled)
        #expect(value.value.hasSuffix(isSampled ? "-01" : "-00"))
    }

    @Test(arguments: [
        "01-\(trace)-\(parent)-01", "fe-\(trace)-\(parent)-01-what-the-future-will-be", "01-\(trace)-\(parent)-01-",
    ])
    func `of a later version is read as far as it is known, and sent on as version 00`(text: String) {
        #expect(traceParent(text)?.value == "00-\(trace)-\(parent)-01")
    }

    @Test(arguments: [
        "", "00", "00-\(trace)-\(parent)", "00-\(trace)-\(parent)-", "00-\(trace)-\(parent)-0",
        "00-\(trace)-\(parent)-01-", "00-\(trace)-\(parent)-01-more", "00-\(trace)-\(parent)-011",
        "01-\(trace)-\(parent)-011", "01-\(trace)-\(parent)-01.more", "ff-\(trace)-\(parent)-01",
        "00-00000000000000000000000000000000-\(parent)-01", "00-\(trace)-0000000000000000-01",
        "00-0AF7651916cd43dd8448eb211c80319c-\(parent)-01", "00-\(trace)-B7ad6b7169203331-01",
        "00-\(trace)-\(parent)-0A",
        "0x-\(trace)-\(parent)-01", "00_\(trace)-\(parent)-01", "00-\(trace)_\(parent)-01", "00-\(trace)-\(parent)_01",
        " 00-\(trace)-\(parent)-01", "00-\(trace)-\(parent)-01 ", "00-\(trace)-\(parent)-g1",
    ])
    func `that is none is ignored`(text: String) {
        #expect(traceParent(text) == nil)
    }

    @Test func `of any bytes is read as it is written, or not at all`() {
        var generator = SeededGenerator(seed: 1)
        let valid = Array("00-\(trace)-\(parent)-01".utf8)
        for _ in 0..<20_000 {
            var bytes = valid
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] =
                    Array("0123456789abcdefABCDEF-g\u{0}".utf8).randomElement(using: &generator) ?? 0
            }
            guard let value = TraceParent(bytes.span) else { continue }
            var expected = bytes
            expected.replaceSubrange(0..<2, with: "00".utf8)
            expected.replaceSubrange(53..<55, with: value.isSampled ? "01".utf8 : "00".utf8)
            #expect(value.value == String(decoding: expected, as: UTF8.self))
        }
    }

    @Test func `has children in the same trace, each with an identifier of its own`() throws {
        var generator = IdentifierGenerator()
        let root = TraceParent(using: &generator)
        #expect(traceParent(root.value) == root)
        #expect(!root.isSampled)
        let given = try #require(traceParent("00-\(trace)-\(parent)-01"))
        let children = (0..<1000).map { _ in given.child(using: &generator) }
        #expect(Set(children.map(\.parent)).count == 1000)
        #expect(children.allSatisfy { $0.trace == given.trace && $0.isSampled && $0.parent != 0 })
    }
}

@Suite struct `A request's identifier` {
    @Test func `is the client's, where it can stand in a field and a log`() {
        for text in ["a", "7f1d8f2c-8f0e-4c9a-9d3e-1b2a3c4d5e6f", #"{"a":"\"}"#, String(repeating: "x", count: 64)] {
            let id = RequestID(text.utf8.span)
            #expect(id?.value == text)
        }
    }

    @Test(arguments: ["", "a b", "a\r\nX: y", "a\u{0}", "\u{7f}", "ä", String(repeating: "x", count: 65)])
    func `is not the client's otherwise`(text: String) {
        let id = RequestID(text.utf8.span)
        #expect(id?.value == nil)
    }

    @Test func `is made where there is none`() {
        var generator = IdentifierGenerator()
        let made = (0..<1000).map { _ in RequestID(using: &generator).value }
        #expect(Set(made).count == 1000)
        #expect(made.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
    }
}

@Suite struct `A Server-Timing field` {
    @Test func `has an entry for each part, in milliseconds`() {
        var timing = ServerTiming()
        #expect(timing.value == nil)
        timing.add("total", nanoseconds: 1_234_999)
        timing.add("lastSearch", nanoseconds: 0)
        timing.add("store", nanoseconds: 12_000_005_000)
        timing.add("clock", nanoseconds: -1)
        #expect(timing.value == "total;dur=1.234, lastSearch;dur=0.000, store;dur=12000.005, clock;dur=0.000")
    }

    @Test func `has names that are tokens`() {
        var timing = ServerTiming()
        timing.add("a b;c=\"d\"\r\n,é", nanoseconds: 1000)
        timing.add("", nanoseconds: 1000)
        #expect(timing.value == "a_b_c__d______;dur=0.001, _;dur=0.001")
    }
}

@Suite struct `A moment` {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_399_999_999_999, "2000-02-28T23:59:59.999Z"),
        (951_782_400_000_000_000, "2000-02-29T00:00:00.000Z"),
        (951_868_800_001_000_000, "2000-03-01T00:00:00.001Z"),
        (1_709_251_199_123_999_999, "2024-02-29T23:59:59.123Z"),
        (1_740_787_200_000_000_000, "2025-03-01T00:00:00.000Z"),
        (1_798_761_599_999_000_000, "2026-12-31T23:59:59.999Z"),
        (4_107_542_399_000_000_000, "2100-02-28T23:59:59.000Z"),
        (4_107_542_400_000_000_000, "2100-03-01T00:00:00.000Z"),
        (.max, "2262-04-11T23:47:16.854Z"),
        (.min, "1677-09-21T00:12:43.145Z"),
    ])
    func `is written as RFC 3339 has it`(nanoseconds: Int, text: String) {
        var bytes: [UInt8] = []
        Timestamp(nanoseconds: nanoseconds).append(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test func `follows the calendar day by day`() {
        var day = (year: 1900, month: 1, day: 1)
        for index in -25_567..<84_000 {
            var bytes: [UInt8] = []
            Timestamp(nanoseconds: index * 86_400_000_000_000).append(to: &bytes)
            var expected: [UInt8] = []
            expected.append(decimal: day.year, digits: 4)
            expected.append("-")
            expected.append(decimal: day.month, digits: 2)
            expected.append("-")
            expected.append(decimal: day.day, digits: 2)
            expected.append("T00:00:00.000Z")
            guard bytes == expected else {
                Issue.record("\(String(decoding: bytes, as: UTF8.self)) instead of \(day)")
                return
            }
            let isLeap = day.year.isMultiple(of: 4) && (!day.year.isMultiple(of: 100) || day.year.isMultiple(of: 400))
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            day.day += 1
            if day.day > lengths[day.month - 1] { day = (day.year, day.month + 1, 1) }
            if day.month > 12 { day = (day.year + 1, 1, 1) }
        }
    }
}
