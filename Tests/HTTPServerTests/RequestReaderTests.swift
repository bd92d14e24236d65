import Glibc
import Testing

@testable import HTTPServer

/// What a reader makes of bytes that arrive in these pieces, request by request.
private func understood(_ pieces: [ArraySlice<UInt8>], limits: ServerLimits = ServerLimits()) throws -> [String] {
    var ends: [Int32] = [0, 0]
    // Sound: pipe writes two descriptors into the array.
    let result = unsafe pipe(&ends)
    try #require(result == 0)
    defer { for end in ends { close(end) } }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)

    var reader = RequestReader()
    var outcomes: [String] = []
    do throws(RequestError) {
        for piece in pieces {
            var rest = piece
            while !rest.isEmpty {
                // Sound: write reads the count of the slice.
                let written = unsafe rest.withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, min($0.count, 4096)) }
                rest = rest.dropFirst(written)
                while case .bytes = reader.fill(from: ends[0]) {
                    while try reader.advance(limits: limits) != .needsMore {
                        if try reader.advance(limits: limits) == .complete {
                            outcomes.append(describe(reader.request(matching: PathPattern("/"))))
                            reader.consume()
                        }
                    }
                }
            }
        }
    } catch {
        return outcomes + ["\(error.status.rawValue)"]
    }
    return reader.isEmpty ? outcomes : outcomes + ["more"]
}

private func describe(_ request: Request) -> String {
    let body = String(decoding: request.body, as: UTF8.self)
    let query = (try? request.query.decoded().map { "\($0.name)=\($0.value)" }.joined(separator: "&")) ?? "?"
    return [request.method.rawValue, request.path, query, body].joined(separator: "|")
}

/// A request without its CRLFs being written out: `~` stands for CRLF.
private func bytes(_ text: String) -> [UInt8] {
    Array(text.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "\r\n").utf8)
}

private let table: [(String, [String])] = [
    // Request lines.
    ("GET / HTTP/1.1~Host: a~~", ["GET|/||"]),
    ("~~GET / HTTP/1.1~Host: a~~", ["GET|/||"]),
    ("HEAD /x?a=1&b=%20+ HTTP/1.1~hOsT:a~~", ["HEAD|/x|a=1&b=  |"]),
    ("GET /a?b?c HTTP/1.1~Host: a~~", ["GET|/a|b?c=|"]),
    ("GET http://example.com/p?q HTTP/1.1~Host: a~~", ["GET|/p|q=|"]),
    ("GET HTTPS://example.com:443 HTTP/1.1~Host: a~~", ["GET|/||"]),
    ("GET http://example.com?q HTTP/1.1~Host: a~~", ["GET|/|q=|"]),
    ("OPTIONS * HTTP/1.1~Host: a~~", ["OPTIONS|*||"]),
    ("GET / HTTP/1.7~Host: a~~", ["GET|/||"]),
    ("GET / HTTP/1.0~~", ["GET|/||"]),
    ("PATCH / HTTP/1.1~Host: a~~", ["PATCH|/||"]),
    ("GET /", ["more"]),
    ("GET / HTTP/1.1~Host: a~", ["more"]),
    ("GET  / HTTP/1.1~Host: a~~", ["400"]),
    ("GET /  HTTP/1.1~Host: a~~", ["400"]),
    (" GET / HTTP/1.1~Host: a~~", ["400"]),
    ("GET / HTTP/1.1 ~Host: a~~", ["400"]),
    ("GET\t/ HTTP/1.1~Host: a~~", ["400"]),
    ("GET /~Host: a~~", ["400"]),
    ("G@T / HTTP/1.1~Host: a~~", ["400"]),
    ("GET /a b HTTP/1.1~Host: a~~", ["400"]),
    ("GET /a#b HTTP/1.1~Host: a~~", ["400"]),
    ("GET /ä HTTP/1.1~Host: a~~", ["400"]),
    ("GET /\u{0} HTTP/1.1~Host: a~~", ["400"]),
    ("GET x HTTP/1.1~Host: a~~", ["400"]),
    ("GET * HTTP/1.1~Host: a~~", ["400"]),
    ("GET ftp://a/ HTTP/1.1~Host: a~~", ["400"]),
    ("GET http:///p HTTP/1.1~Host: a~~", ["400"]),
    ("GET http://user@a/ HTTP/1.1~Host: a~~", ["400"]),
    ("GET / http/1.1~Host: a~~", ["400"]),
    ("GET / HTTP/1.10~Host: a~~", ["400"]),
    ("GET / HTTP/1~Host: a~~", ["400"]),
    ("GET / HTTP/2.0~Host: a~~", ["505"]),
    ("GET / HTTP/0.9~Host: a~~", ["505"]),
    ("BREW / HTTP/1.1~Host: a~~", ["501"]),
    ("get / HTTP/1.1~Host: a~~", ["501"]),
    ("CONNECT a:80 HTTP/1.1~Host: a~~", ["501"]),
    ("TRACE / HTTP/1.1~Host: a~~", ["501"]),
    // Lines.
    ("GET / HTTP/1.1\nHost: a\n\n", ["400"]),
    ("GET / HTTP/1.1~Host: a\n~", ["400"]),
    ("GET / HTTP/1.1\r\r\nHost: a~~", ["400"]),
    ("GET / HTTP/1.1~X: a\rb~Host: a~~", ["400"]),
    ("\nGET / HTTP/1.1~Host: a~~", ["400"]),
    // Fields.
    ("GET / HTTP/1.1~Host: a~X:~Y:\t b \t~~", ["GET|/||"]),
    ("GET / HTTP/1.1~Host: a~X: grün~~", ["GET|/||"]),
    ("GET / HTTP/1.1~Host: a~X : b~~", ["400"]),
    ("GET / HTTP/1.1~Host: a~ X: b~~", ["400"]),
    ("GET / HTTP/1.1~Host: a~X: b~ c~~", ["400"]),
    ("GET / HTTP/1.1~ ~Host: a~~", ["400"]),
    ("GET / HTTP/1.1~Host: a~: b~~", ["400"]),
    ("GET / HTTP/1.1~Host: a~X~~", ["400"]),
    ("GET / HTTP/1.1~Host: a~X\u{0}: b~~", ["400"]),
    ("GET / HTTP/1.1~Host: a~X: \u{0}~~", ["400"]),
    ("GET / HTTP/1.1~Host: a~X: \u{7f}~~", ["400"]),
    ("GET / HTTP/1.1~Host: a~X(y): b~~", ["400"]),
    // Host.
    ("GET / HTTP/1.1~~", ["400"]),
    ("GET / HTTP/1.1~Host: a~Host: a~~", ["400"]),
    ("GET / HTTP/1.0~Host: a~Host: b~~", ["400"]),
    ("GET / HTTP/1.1~Host: a b~~", ["400"]),
    ("GET / HTTP/1.1~Host: a/b~~", ["400"]),
    ("GET / HTTP/1.1~Host: a@b~~", ["400"]),
    ("GET / HTTP/1.1~Host: a:b~~", ["400"]),
    ("GET / HTTP/1.1~Host: :80~~", ["400"]),
    ("GET / HTTP/1.1~Host: [::1~~", ["400"]),
    ("GET / HTTP/1.1~Host: [::1]x~~", ["400"]),
    ("GET / HTTP/1.1~Host:~~", ["GET|/||"]),
    ("GET / HTTP/1.1~Host: [::1]:8080~~", ["GET|/||"]),
    ("GET / HTTP/1.1~Host: a.b-c:~~", ["GET|/||"]),
    // Lengths.
    ("POST /p HTTP/1.1~Host: a~Content-Length: 3~~abc", ["POST|/p||abc"]),
    ("POST /p HTTP/1.1~Host: a~Content-Length: 003~~abc", ["POST|/p||abc"]),
    ("POST /p HTTP/1.1~Host: a~Content-Length: 0~~", ["POST|/p||"]),
    ("POST /p HTTP/1.1~Host: a~Content-Length: 3~content-length: 3~~abc", ["POST|/p||abc"]),
    ("POST /p HTTP/1.1~Host: a~Content-Length: 3~~ab", ["more"]),
    ("POST /p HTTP/1.1~Host: a~Content-Length: 3~~abcGET / HTTP/1.1~Host: a~~", ["POST|/p||abc", "GET|/||"]),
    ("POST /p HTTP/1.1~Host: a~Content-Length: 3~Content-Length: 4~~abcd", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Content-Length: 3, 3~~abc", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Content-Length: +3~~abc", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Content-Length: -3~~abc", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Content-Length: 0x3~~abc", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Content-Length: 3 3~~abc", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Content-Length:~~abc", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Content-Length: 65537~~", ["413"]),
    ("POST /p HTTP/1.1~Host: a~Content-Length: 99999999999999999999999~~", ["413"]),
    // Transfer codings.
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~3~abc~0~~", ["POST|/p||abc"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: CHUNKED~~3~abc~00A~0123456789~000~~", ["POST|/p||abc0123456789"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~a;x=\"y z\"~0123456789~0;e~~", ["POST|/p||0123456789"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~3~abc~0~X: y~Z:~~", ["POST|/p||abc"]),
    (
        "POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~1~x~0~T: 1~~POST /q HTTP/1.1~Host: a~Transfer-Encoding: chunked~~2~yz~0~~",
        ["POST|/p||x", "POST|/q||yz"]
    ),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~3~abc~0~", ["more"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~3~abcd~0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~3~ab~0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~3\nabc~0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~3~abc\n0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~~abc~0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~x~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~0x3~abc~0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~-3~abc~0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~3 ~abc~0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~ 3~abc~0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~3;\u{1}~abc~0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~3~abc~0~X y~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~3~abc~0~ X: y~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~10001~", ["413"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~ffffffffffffffff~", ["413"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~10000000000000003~abc~0~~", ["413"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~Content-Length: 3~~3~abc~0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Content-Length: 3~Transfer-Encoding: chunked~~3~abc~0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked, chunked~~0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~Transfer-Encoding: chunked~~0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: ,chunked~~0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding:~~0~~", ["400"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: gzip, chunked~~0~~", ["501"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: gzip~Transfer-Encoding: chunked~~0~~", ["501"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked, gzip~~0~~", ["501"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: identity~~", ["501"]),
    ("POST /p HTTP/1.1~Host: a~Transfer-Encoding: xchunked~~", ["501"]),
    ("POST /p HTTP/1.0~Transfer-Encoding: chunked~~0~~", ["400"]),
    // Expectations.
    ("POST /p HTTP/1.1~Host: a~Expect: 100-Continue~Content-Length: 1~~x", ["POST|/p||x"]),
    ("POST /p HTTP/1.1~Host: a~Expect: miracles~Content-Length: 1~~x", ["417"]),
    ("POST /p HTTP/1.0~Expect: miracles~Content-Length: 1~~x", ["POST|/p||x"]),
    // Pipelines.
    ("GET /1 HTTP/1.1~Host: a~~~~GET /2 HTTP/1.1~Host: a~~GET /3", ["GET|/1||", "GET|/2||", "more"]),
    ("GET /1 HTTP/1.1~Host: a~~GET /2 HTTP/9.9~Host: a~~", ["GET|/1||", "505"]),
]

@Suite struct `The bytes of requests` {
    @Test(arguments: table)
    func `mean the same whole, byte by byte, and at every split`(text: String, expected: [String]) throws {
        let bytes = bytes(text)
        #expect(try understood([bytes[...]]) == expected)
        #expect(try understood(bytes.indices.map { bytes[$0...$0] }) == expected, "byte by byte")
        for split in 1..<bytes.count {
            let outcome = try understood([bytes[..<split], bytes[split...]])
            #expect(outcome == expected, "split at \(split)")
        }
    }

    @Test func `are accepted up to each limit and refused one beyond it`() throws {
        var limits = ServerLimits()
        limits.head = 200
        limits.fields = 3
        limits.target = 50
        limits.body = 20
        func outcome(_ text: String) throws -> [String] {
            let bytes = bytes(text)
            let whole = try understood([bytes[...]], limits: limits)
            #expect(try understood(bytes.indices.map { bytes[$0...$0] }, limits: limits) == whole)
            return whole
        }
        func repeated(_ count: Int) -> String { String(repeating: "x", count: count) }

        #expect(try outcome("GET /\(repeated(49)) HTTP/1.1~Host: a~~") == ["GET|/\(repeated(49))||"])
        #expect(try outcome("GET /\(repeated(50)) HTTP/1.1~Host: a~~") == ["414"])
        #expect(try outcome("GET /\(repeated(500))") == ["414"])
        // "GET / HTTP/1.1", "Host: a", "X: …" and the empty line, each with its CRLF.
        #expect(try outcome("GET / HTTP/1.1~Host: a~X: \(repeated(200 - 16 - 9 - 5 - 2))~~") == ["GET|/||"])
        #expect(try outcome("GET / HTTP/1.1~Host: a~X: \(repeated(200 - 16 - 9 - 5 - 1))~~") == ["431"])
        #expect(try outcome("GET / HTTP/1.1~Host: a~X: \(repeated(500))") == ["431"])
        #expect(try outcome("GET / HTTP/1.1~Host: a~X:~X:~~") == ["GET|/||"])
        #expect(try outcome("GET / HTTP/1.1~Host: a~X:~X:~X:~~") == ["431"])
        #expect(try outcome("PUT / HTTP/1.1~Host: a~Content-Length: 20~~\(repeated(20))") == ["PUT|/||\(repeated(20))"])
        #expect(try outcome("PUT / HTTP/1.1~Host: a~Content-Length: 21~~") == ["413"])

        let chunked = "PUT / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~"
        #expect(try outcome(chunked + "a~\(repeated(10))~a~\(repeated(10))~0~~") == ["PUT|/||\(repeated(20))"])
        #expect(try outcome(chunked + "a~\(repeated(10))~b~") == ["413"])
        #expect(try outcome(chunked + "1;\(repeated(206))~x~0~~") == ["PUT|/||x"])
        #expect(try outcome(chunked + "1;\(repeated(207))~x~0~~") == ["400"])
        #expect(try outcome(chunked + "1;\(repeated(100))~x~1;\(repeated(120))~x~0~~") == ["400"])
        #expect(try outcome(chunked + "0~X: 1~Y: 2~Z: 3~~") == ["PUT|/||"])
        #expect(try outcome(chunked + "0~X: 1~Y: 2~Z: 3~A: 4~~") == ["431"])
        #expect(try outcome(chunked + "0~X: \(repeated(195))~~") == ["PUT|/||"])
        #expect(try outcome(chunked + "0~X: \(repeated(196))~~") == ["431"])
    }

    @Test func `survive a body in chunks of one byte that arrive in random pieces`() throws {
        var generator = SeededGenerator(state: 7)
        let body = (0..<3000).map { _ in UInt8.random(in: 97...122, using: &generator) }
        var text = bytes("POST /p HTTP/1.1~Host: a~Transfer-Encoding: chunked~~")
        var rest = body[...]
        while !rest.isEmpty {
            let size = Int.random(in: 1...min(9, rest.count), using: &generator)
            text += bytes("\(String(size, radix: 16))~") + rest.prefix(size) + bytes("~")
            rest = rest.dropFirst(size)
        }
        text += bytes("0~~GET /after HTTP/1.1~Host: a~~")
        let expected = ["POST|/p||" + String(decoding: body, as: UTF8.self), "GET|/after||"]
        for _ in 0..<20 {
            var pieces: [ArraySlice<UInt8>] = []
            var left = text[...]
            while !left.isEmpty {
                pieces.append(left.prefix(Int.random(in: 1...700, using: &generator)))
                left = left.dropFirst(pieces[pieces.count - 1].count)
            }
            #expect(try understood(pieces) == expected)
        }
    }
}

/// SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }
}
