@testable import HTTPServer

/// Fuzzes the bytes of a connection, whole and in two pieces.
enum Requests {
    /// Small limits, so that short inputs exceed them.
    static let limits = {
        var limits = ServerLimits()
        limits.maxHeaderSize = 300
        limits.maxHeaderFields = 6
        limits.maxTargetSize = 100
        limits.maxBodySize = 64
        return limits
    }()

    static func test(_ input: [UInt8]) {
        let reader = RequestReader(bodies: BodyPool())
        let whole = ParseResult(of: [input[...]], by: reader, limits: limits)
        let place = input.place
        // Keeps its memory, as between two connections.
        reader.empty()
        let split = ParseResult(of: [input[..<place], input[place...]], by: reader, limits: limits)
        expect(split == whole, "\(input.count) bytes split at \(place) are \(whole), found \(split)")
        if let first = whole.messages.first { checkAgainstReference(first, input.prefix(first.headCount)) }
        for message in whole.messages { checkRepetition(message) }
    }

    private static func checkAgainstReference(_ message: ParseResult.Message, _ head: ArraySlice<UInt8>) {
        guard let plain = ReferenceHead(head) else { fatalError("expected that an accepted head is legal: \(message)") }
        expect(plain.method == message.method.rawValue && plain.target == message.target, "the request line is plain")
        expect(plain.minorVersion == message.minorVersion, "the version is \(plain.minorVersion)")
        expect(plain.fields.count == message.fields.count, "there are \(plain.fields.count) fields")
        let framing = (message.contentLength, message.isChunked)
        expect(plain.framing.map { $0 == framing } ?? false, "the framing is \(plain.framing as Any), found \(framing)")
        let hosts = plain.values(of: "host").count
        expect(hosts == 1 || hosts == 0 && plain.minorVersion == 0, "exactly one Host")
    }

    /// Serialized and parsed again, the request is the same.
    private static func checkRepetition(_ message: ParseResult.Message) {
        var limits = limits
        // Room for the blanks that serialization adds.
        limits.maxHeaderSize += limits.maxHeaderFields
        let reader = RequestReader(bodies: BodyPool())
        var again = ParseResult(of: [message.plainBytes[...]], by: reader, limits: limits).messages
        expect(again.count == 1, "\(message) is one request, found \(again)")
        again[0].headCount = message.headCount
        expect(again == [message], "\(message) stays the same, found \(again)")
    }
}
