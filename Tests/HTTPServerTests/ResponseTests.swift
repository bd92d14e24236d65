import Testing

@testable import EventLoop
@testable import HTTPServer

@Suite struct `A response's head` {
    private func written(
        _ response: Response,
        _ connection: StaticString? = nil,
        id: RequestID = RequestID(0)
    ) -> String {
        var output: [UInt8] = []
        ResponseHead(connection: connection, id: id, date: Array("now".utf8)).write(response, to: &output)
        return String(decoding: output, as: UTF8.self)
            .replacing("\r\nX-Request-Id: 0000000000000000", with: "")
    }

    @Test func `has status, date, name, type, length and further fields`() {
        let response = Response(
            contentType: "application/json",
            varies: ["Accept-Language", "X-Z"],
            fields: [.init("X-Y", "z"), .init("X-Z", "bytes")],
            body: [UInt8](repeating: 0, count: 1_234_050)
        )
        #expect(
            written(response, id: RequestID(0x0123_4567_89ab_cdef)) == """
                HTTP/1.1 200 OK\r\nDate: now\r\nX-Request-Id: 0123456789abcdef\r\nContent-Type: application/json\r\n\
                Content-Length: 1234050\r\nVary: Accept-Language, X-Z\r\nX-Y: z\r\nX-Z: bytes\r\n\r\n
                """
        )
    }

    @Test(arguments: [0, 7, 10, 99, 100, 999, 1000, 1001, 65_535, 99_999, 1_000_000])
    func `has any length`(length: Int) {
        let response = Response(body: [UInt8](repeating: 0, count: length))
        #expect(written(response) == "HTTP/1.1 200 OK\r\nDate: now\r\nContent-Length: \(length)\r\n\r\n")
    }

    @Test func `has the fields for caches and decoders`() {
        var response = Response(
            contentType: "text/plain",
            entityTag: EntityTag(1),
            cacheControl: .unstored,
            varies: ["Accept-Language"],
            body: [1, 2, 3, 4, 5]
        )
        response.coding = .gzip
        #expect(
            written(response) == """
                HTTP/1.1 200 OK\r\nDate: now\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n\
                Content-Length: 5\r\nVary: Accept-Encoding, Accept-Language\r\nETag: "0000000000000001"\r\n\
                Cache-Control: no-store\r\n\r\n
                """
        )
    }

    @Test func `has no length if there can be no body`() {
        #expect(
            written(Response(status: .noContent), "close")
                == "HTTP/1.1 204 No Content\r\nDate: now\r\nConnection: close\r\n\r\n"
        )
    }

    @Test(arguments: 0..<40) func `cannot be split by a value`(place: Int) {
        let value = String(repeating: "a", count: place)
        for (bad, sent) in [("\r\nSet-Cookie: x\u{0}", "  Set-Cookie: x "), ("\n", " "), ("\u{0}b", " b")] {
            let written = written(
                Response(contentType: value + bad, fields: [.init("Location" + bad, value + bad)]),
                "keep-alive"
            )
            #expect(
                written == """
                    HTTP/1.1 200 OK\r\nDate: now\r\nContent-Type: \(value)\(sent)\r\nContent-Length: 0\r\n\
                    Location\(sent): \(value)\(sent)\r\nConnection: keep-alive\r\n\r\n
                    """
            )
        }
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
    func `is written in the format of RFC 9110`(second: Int, expected: String) {
        var date = SecondText.date
        #expect(String(decoding: date.value(of: second), as: UTF8.self) == expected)
    }
}
