import SeededRandom
import Testing

@testable import HTTPServer

private func traceID(_ text: String) -> UInt128? { text.utf8.span.traceID }

private let trace = "0af7651916cd43dd8448eb211c80319c"
private let parent = "b7ad6b7169203331"

@Suite struct `A traceparent` {
    @Test func `names the trace`() {
        #expect(traceID("00-\(trace)-\(parent)-01") == 0x0af7_6519_16cd_43dd_8448_eb21_1c80_319c)
    }

    @Test(arguments: [
        "01-\(trace)-\(parent)-01", "fe-\(trace)-\(parent)-01-what-the-future-will-be", "01-\(trace)-\(parent)-01-",
    ])
    func `of a later version is parsed as version 00`(text: String) {
        #expect(traceID(text) == UInt128(trace, radix: 16))
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
    func `that is invalid is ignored`(text: String) {
        #expect(traceID(text) == nil)
    }

    @Test func `of any bytes is parsed unchanged, or not at all`() {
        var generator = SplitMix64(seed: 1)
        let valid = Array("00-\(trace)-\(parent)-01".utf8)
        for _ in 0..<20_000 {
            var bytes = valid
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] =
                    Array("0123456789abcdefABCDEF-g\u{0}".utf8).randomElement(using: &generator) ?? 0
            }
            guard let value = bytes.span.traceID else { continue }
            #expect(value == UInt128(String(decoding: bytes[3..<35], as: UTF8.self), radix: 16))
        }
    }
}
