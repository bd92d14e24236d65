@testable import HTTPServer

/// The bytes of a connection, whole and in two pieces.
enum Requests {
    /// Small enough for short inputs to go beyond each of them.
    static let limits = {
        var limits = ServerLimits()
        limits.head = 300
        limits.fields = 6
        limits.target = 100
        limits.body = 64
        return limits
    }()

    static func test(_ input: [UInt8]) {
        let reader = RequestReader(bodies: BodyPool())
        let whole = Understanding(of: [input[...]], by: reader, limits: limits)
        let place = input.place
        // Its memory is kept, as between two connections.
        reader.empty()
        let split = Understanding(of: [input[..<place], input[place...]], by: reader, limits: limits)
        expect(split == whole, "\(input.count) bytes split at \(place) are \(whole), found \(split)")
        if let first = whole.messages.first { checkAgainstPlainHead(first, input.prefix(first.headCount)) }
        for message in whole.messages { checkRepetition(message) }
    }

    private static func checkAgainstPlainHead(_ message: Understanding.Message, _ head: ArraySlice<UInt8>) {
        guard let plain = PlainHead(head) else { fatalError("expected that an accepted head is legal: \(message)") }
        expect(plain.method == message.method.rawValue && plain.target == message.target, "the request line is plain")
        expect(plain.minorVersion == message.minorVersion, "the version is \(plain.minorVersion)")
        expect(plain.fields.count == message.fields.count, "there are \(plain.fields.count) fields")
        expect(plain.framing == message.framing, "the framing is \(plain.framing as Any), found \(message.framing)")
        let hosts = plain.values(of: "host").count
        expect(hosts == 1 || hosts == 0 && plain.minorVersion == 0, "there is one Host")
    }

    /// Written once more, it is understood as before.
    private static func checkRepetition(_ message: Understanding.Message) {
        var limits = limits
        // For the blanks that the plain form has.
        limits.head += limits.fields
        let reader = RequestReader(bodies: BodyPool())
        var again = Understanding(of: [message.plainBytes[...]], by: reader, limits: limits).messages
        expect(again.count == 1, "\(message) is one request, found \(again)")
        again[0].headCount = message.headCount
        expect(again == [message], "\(message) stays the same, found \(again)")
    }
}
