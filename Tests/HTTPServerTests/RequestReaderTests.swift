import SeededRandom
import Testing

@testable import HTTPServer

/// Guards the bytes of a request that a handler keeps.
@Suite struct `Requests` {
    @Test func `are accepted up to each limit and refused one beyond it`() {
        var limits = ServerLimits()
        limits.maxHeaderSize = 200
        limits.maxHeaderFields = 3
        limits.maxTargetSize = 50
        limits.maxBodySize = 20
        func outcome(_ text: String) -> String {
            let bytes = bytes(text)
            let whole = outcomes(of: [bytes[...]], limits: limits)
            #expect(outcomes(of: bytes.indices.map { bytes[$0...$0] }, limits: limits) == whole)
            return whole
        }
        func repeated(_ count: Int) -> String { String(repeating: "x", count: count) }

        #expect(outcome("GET /\(repeated(49)) HTTP/1.1↵Host: a↵↵") == "GET /\(repeated(49))")
        #expect(outcome("GET /\(repeated(50)) HTTP/1.1↵Host: a↵↵") == "414")
        #expect(outcome("GET /\(repeated(500))") == "414")
        // "GET / HTTP/1.1", "Host: a", "X: …" and the empty line, each with its CRLF.
        #expect(outcome("GET / HTTP/1.1↵Host: a↵Y: \(repeated(200 - 16 - 9 - 5 - 2))↵↵") == "GET /")
        #expect(outcome("GET / HTTP/1.1↵Host: a↵X: \(repeated(200 - 16 - 9 - 5 - 1))↵↵") == "431")
        #expect(outcome("GET / HTTP/1.1↵Host: a↵X: \(repeated(500))") == "431")
        #expect(outcome("GET / HTTP/1.1↵Host: a↵Y:↵Y:↵↵") == "GET /")
        #expect(outcome("GET / HTTP/1.1↵Host: a↵X:↵X:↵X:↵↵") == "431")
        #expect(outcome("PUT / HTTP/1.1↵Host: a↵Content-Length: 20↵↵\(repeated(20))") == "PUT /: \(repeated(20))")
        #expect(outcome("PUT / HTTP/1.1↵Host: a↵Content-Length: 21↵↵") == "413")

        let chunked = "PUT / HTTP/1.1↵Host: a↵Transfer-Encoding: chunked↵↵"
        #expect(outcome(chunked + "a↵\(repeated(10))↵a↵\(repeated(10))↵0↵↵") == "PUT /: \(repeated(20))")
        #expect(outcome(chunked + "a↵\(repeated(10))↵b↵") == "413")
        #expect(outcome(chunked + "1;\(repeated(206))↵x↵0↵↵") == "PUT /: x")
        #expect(outcome(chunked + "1;\(repeated(207))↵x↵0↵↵") == "400")
        #expect(outcome(chunked + "1;\(repeated(100))↵x↵1;\(repeated(120))↵x↵0↵↵") == "400")
        #expect(outcome(chunked + "0↵X: 1↵Y: 2↵Z: 3↵↵") == "PUT /")
        #expect(outcome(chunked + "0↵X: 1↵Y: 2↵Z: 3↵A: 4↵↵") == "431")
        #expect(outcome(chunked + "0↵X: \(repeated(195))↵↵") == "PUT /")
        #expect(outcome(chunked + "0↵X: \(repeated(196))↵↵") == "431")
    }

    @Test func `survive a body in chunks of one byte that arrive in random pieces`() {
        var generator = SplitMix64(seed: 7)
        let body = (0..<3000).map { _ in UInt8.random(in: 97...122, using: &generator) }
        var text = bytes("POST /p HTTP/1.1↵Host: a↵Transfer-Encoding: chunked↵↵")
        var rest = body[...]
        while !rest.isEmpty {
            let size = Int.random(in: 1...min(9, rest.count), using: &generator)
            text += bytes("\(String(size, radix: 16))↵") + rest.prefix(size) + bytes("↵")
            rest = rest.dropFirst(size)
        }
        text += bytes("0↵↵GET /after HTTP/1.1↵Host: a↵↵")
        let expected = "POST /p: " + String(decoding: body, as: UTF8.self) + " + GET /after"
        for _ in 0..<20 {
            let pieces = generator.pieces(of: text, count: 40)
            #expect(outcomes(of: pieces) == expected)
        }
    }
}
