import EventLoop
import Testing

@testable import HTTPServer
@testable import Observability

@Suite struct `A Server-Timing field` {
    private func value(of timing: ServerTiming) -> String? {
        timing.field.map { "\($0.name): \($0.value)" }
    }

    @Test func `has an entry for each part, in milliseconds`() {
        var timing = ServerTiming()
        #expect(value(of: timing) == nil)
        timing.add("total", nanoseconds: 1_234_999)
        timing.add("lastSearch", nanoseconds: 0)
        timing.add("store", nanoseconds: 12_000_005_000)
        timing.add("clock", nanoseconds: -1)
        #expect(
            value(of: timing)
                == "Server-Timing: total;dur=1.234, lastSearch;dur=0.000, store;dur=12000.005, clock;dur=0.000"
        )
    }

    @Test func `has names that are tokens`() {
        var timing = ServerTiming()
        timing.add("a b;c=\"d\"\r\n,é", nanoseconds: 1000)
        #expect(value(of: timing) == "Server-Timing: a_b_c__d______;dur=0.001")
    }
}

@Suite struct `A timestamp` {
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
    func `is formatted as RFC 3339 requires`(nanoseconds: Int, text: String) {
        #expect(Timestamp(nanoseconds: nanoseconds).description == text)
    }

    @Test func `follows the calendar day by day`() {
        var day = (year: 1900, month: 1, day: 1)
        for index in -25_567..<84_000 {
            let bytes = Array(Timestamp(nanoseconds: index * 86_400_000_000_000).description.utf8)
            var expected: [UInt8] = []
            for (number, digits) in [(day.year, 4), (day.month, 2), (day.day, 2)] {
                let text = "\(number)"
                expected += (String(repeating: "0", count: digits - text.utf8.count) + text + "-").utf8
            }
            expected[expected.count - 1] = UInt8(ascii: "T")
            expected += "00:00:00.000Z".utf8
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
