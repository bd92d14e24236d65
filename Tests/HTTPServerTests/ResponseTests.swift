import Glibc
import Testing

@testable import HTTPServer

@Suite struct `A response's head` {
    private func written(_ head: ResponseHead) -> String {
        var output: [UInt8] = []
        head.write(to: &output, date: Array("now".utf8))
        return String(decoding: output, as: UTF8.self)
    }

    @Test func `has status, date, type, length and further fields`() {
        let head = ResponseHead(
            status: .ok,
            contentType: "application/json",
            fields: [.init("X-Y", "z")],
            length: 1234567890,
            persistence: .stays
        )
        #expect(
            written(head) == """
                HTTP/1.1 200 OK\r\nDate: now\r\nContent-Type: application/json\r\nContent-Length: 1234567890\r\n\
                X-Y: z\r\n\r\n
                """
        )
    }

    @Test func `says what caches and decoders need`() {
        let head = ResponseHead(
            status: .ok,
            contentType: "text/plain",
            coding: .gzip,
            entityTag: EntityTag("1", isWeak: true),
            cacheControl: .unstored,
            fields: [],
            length: 5,
            persistence: .stays
        )
        #expect(
            written(head) == """
                HTTP/1.1 200 OK\r\nDate: now\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n\
                Content-Length: 5\r\nVary: Accept-Encoding\r\nETag: W/"1"\r\nCache-Control: no-store\r\n\r\n
                """
        )
    }

    @Test func `has no length where there can be no body`() {
        let head = ResponseHead(status: .noContent, contentType: nil, fields: [], length: 0, persistence: .closes)
        #expect(written(head) == "HTTP/1.1 204 No Content\r\nDate: now\r\nConnection: close\r\n\r\n")
    }

    @Test func `cannot be split by a value`() {
        let head = ResponseHead(
            status: .ok,
            contentType: nil,
            fields: [.init("Location", "/a\r\nSet-Cookie: x\u{0}")],
            length: 0,
            persistence: .staysForHTTP10
        )
        #expect(
            written(head) == """
                HTTP/1.1 200 OK\r\nDate: now\r\nContent-Length: 0\r\nLocation: /a  Set-Cookie: x \r\n\
                Connection: keep-alive\r\n\r\n
                """
        )
    }
}

@Suite struct `A date` {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    ])
    func `is written as RFC 9110 has it`(second: Int, expected: String) {
        #expect(String(decoding: DateField.text(of: second), as: UTF8.self) == expected)
    }

    @Test func `agrees with the C library on every day of two centuries`() {
        for day in 0..<73_000 {
            var second = day * 86_400 + day % 86_400
            var parts = unsafe tm()
            var text = [CChar](repeating: 0, count: 64)
            // Sound: both write to local variables, strftime at most the given count.
            _ = unsafe gmtime_r(&second, &parts)
            let count = unsafe strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
            let expected = text.prefix(count).map { UInt8(bitPattern: $0) }
            guard DateField.text(of: second) == expected else {
                Issue.record("day \(day)")
                return
            }
        }
    }
}
