@testable import HTTPServer

/// The requests that a reader parses from a connection's bytes.
struct ParseResult: Hashable {
    struct Message: Hashable {
        var method: Method
        var target: String
        var path: String
        var query: String
        var minorVersion: Int
        var fields: [Field]
        var contentLength: Int?
        var isChunked: Bool
        var isPersistent: Bool
        var expectsContinue: Bool
        var announcesBody: Bool
        var body: [UInt8]
        /// The bytes before the body.
        var headCount: Int
    }

    struct Field: Hashable {
        var name: [UInt8]
        var value: [UInt8]
    }

    enum End: Hashable {
        /// All bytes are consumed.
        case clean
        /// The last request is not complete; its head may be.
        case within(body: Bool)
        case refused(RequestError)
    }

    private(set) var messages: [Message] = []
    private(set) var end = End.clean

    private static let pipe = Pipe()

    /// Parses these pieces with `reader`, which must be empty before and be emptied afterwards.
    init(of pieces: [ArraySlice<UInt8>], by reader: RequestReader, limits: ServerLimits) {
        let bytes = Array(pieces.joined())
        /// The start of the current request.
        var start = 0
        var hasHead = false
        do throws(RequestError) {
            try Self.pipe.send(pieces, to: reader) { (reader) throws(RequestError) in
                while true {
                    switch try reader.advance(limits: limits) {
                    case .needsMore: return
                    case .head:
                        expect(!hasHead, "a head is complete once")
                        hasHead = true
                        checkHead(reader.head, count: bytes.count - start)
                    case .complete:
                        let count = Self.length(of: reader.head, in: bytes[start...])
                        messages.append(Message(reader, bytes[start..<start + count]))
                        reader.consume()
                        start += count
                        hasHead = false
                        expect(reader.isEmpty || start < bytes.count, "no more is consumed than was given")
                    }
                }
            }
            end = start == bytes.count ? .clean : .within(body: hasHead)
            expect(reader.isEmpty == (end == .clean), "a reader is empty when all is consumed")
        } catch {
            end = .refused(error)
        }
    }

    /// The length of the complete request at the start of `bytes`.
    private static func length(of head: RequestHead, in bytes: ArraySlice<UInt8>) -> Int {
        guard head.isChunked else { return head.end + (head.contentLength ?? 0) }
        guard case .complete(_, let count) = ReferenceChunks.read(bytes.dropFirst(head.end)) else {
            fatalError("expected that a chunked body is complete where its reader says so")
        }
        return head.end + count
    }

    private func checkHead(_ head: RequestHead, count: Int) {
        expect(head.end <= count, "a head ends within what has arrived")
        let target = head.target
        for part in [head.path, head.query] where !part.isEmpty {
            expect(target.contains(part.lowerBound) && part.upperBound <= target.upperBound, "parts lie in the target")
        }
        expect(!head.path.isEmpty, "there is always a path")
        var end = target.upperBound
        for field in head.fields {
            expect(end < field.name.lowerBound, "fields follow each other")
            expect(field.name.upperBound < field.value.lowerBound, "a value follows its name")
            end = field.value.upperBound
        }
        expect(end < head.end, "fields end before the head")
    }
}

extension ParseResult.Message {
    /// The complete request of `reader`, in these bytes.
    init(_ reader: RequestReader, _ bytes: ArraySlice<UInt8>) {
        let head = reader.head
        func text(_ range: Range<Int>) -> [UInt8] {
            Array(bytes.dropFirst(range.lowerBound).prefix(range.count))
        }
        method = head.method
        target = String(decoding: text(head.target), as: UTF8.self)
        path = String(decoding: text(head.path), as: UTF8.self)
        query = String(decoding: text(head.query), as: UTF8.self)
        minorVersion = head.minorVersion
        fields = head.fields.map { ParseResult.Field(name: text($0.name), value: text($0.value)) }
        contentLength = head.contentLength
        isChunked = head.isChunked
        isPersistent = head.isPersistent
        expectsContinue = head.expectsContinue
        announcesBody = head.announcesBody
        body = Array(reader.body)
        headCount = head.end

        if !isChunked {
            expect(body == text(headCount..<headCount + (contentLength ?? 0)), "the body is its bytes")
        } else if case .complete(let plain, _) = ReferenceChunks.read(bytes.dropFirst(headCount)) {
            expect(body == plain, "the body is its chunks' data")
        }
    }

    /// The request in its simplest form.
    var plainBytes: [UInt8] {
        var bytes = Array("\(method.rawValue) \(target) HTTP/1.\(minorVersion)\r\n".utf8)
        for field in fields { bytes += field.name + Array(": ".utf8) + field.value + Array("\r\n".utf8) }
        bytes += Array("\r\n".utf8)
        guard isChunked else { return bytes + body }
        if !body.isEmpty { bytes += Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n".utf8) }
        return bytes + Array("0\r\n\r\n".utf8)
    }
}
