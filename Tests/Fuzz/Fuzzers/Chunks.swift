@testable import HTTPServer

/// Fuzzes a chunked body, followed by another request.
enum Chunks {
    private static let head = Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)

    static func test(_ input: [UInt8]) {
        let bytes = head + input
        let place = input.place
        let reader = RequestReader(bodies: BodyPool())
        let whole = ParseResult(of: [bytes[...]], by: reader, limits: Requests.limits)
        reader.empty()
        let cut = head.count + place
        let split = ParseResult(of: [bytes[..<cut], bytes[cut...]], by: reader, limits: Requests.limits)
        expect(split == whole, "\(input.count) bytes split at \(place) are \(whole), found \(split)")

        let plain = ReferenceChunks.read(input)
        if let message = whole.messages.first {
            guard case .complete(let body, let count) = plain else {
                fatalError("expected that the body is not complete: \(plain)")
            }
            expect(message.body == body, "the body is \(body), found \(message.body)")
            expect(whole.end != .clean || whole.messages.count > 1 || count == input.count, "the body ends at \(count)")
            return
        }
        switch whole.end {
        case .clean: fatalError("expected that a head is not lost")
        case .within: expect(plain == .incomplete, "the body is \(plain)")
        case .refused(.malformed("the chunk extensions are too long")), .refused(.bodyTooLarge),
            .refused(.headTooLarge):
            break
        case .refused(let error): expect(plain == .malformed, "the body is \(plain), found \(error)")
        }
    }
}
