import Foundation

/// The head of what a worker says to its helper: send this.
struct HelperRequestHeader: Codable, Hashable {
    /// Given back with the answer.
    let id: UInt64
    /// How long the answer may take, from when this is read.
    let milliseconds: Int
    let method: TransportRequest.Method
    let url: String
    let fields: [String: String]
}

/// The head of what a helper says to its worker: this came of it.
struct HelperResponseHeader: Codable {
    let id: UInt64
    /// The status of an answer.
    var status: Int?
    /// Why there is no answer.
    var error: TransportError?
}

/// Bytes that are none of what the two sides say to each other.
struct MalformedFrame: Error, Hashable {}

/// Takes bytes as they arrive, and gives the frames in them: the lengths of a head and a body, four bytes each with the
/// least first, the head as JSON, and the body.
///
/// The other side is a process that strangers' bytes may have broken, so that nothing it says is believed.
struct FrameDecoder {
    /// The longest request that is taken: what its address, fields and body come to, and more.
    static let longestRequest = 4 << 20
    /// What a frame takes beside the body of an answer.
    static let overhead = 4096

    /// The longest frame that is taken, without the lengths.
    private let limit: Int
    private var bytes: [UInt8] = []
    private var start = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// The frame of a message.
    static func frame(_ head: some Encodable, body: [UInt8]) -> [UInt8] {
        // Encoding cannot fail: heads are texts and whole numbers.
        let head = (try? JSONEncoder().encode(head)) ?? Data()
        let lengths = [head.count, body.count].flatMap { length in
            (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
        }
        return lengths + head + body
    }

    mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeFirst(start)
        start = 0
        bytes.append(contentsOf: more)
    }

    /// The next message; `nil` where it is not whole yet.
    mutating func next<Head: Decodable>(_ type: Head.Type) throws(MalformedFrame) -> (head: Head, body: [UInt8])? {
        guard bytes.count - start >= 8 else { return nil }
        let lengths = [start, start + 4].map { place in
            bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        guard lengths[0] + lengths[1] <= limit else { throw MalformedFrame() }
        let body = start + 8 + lengths[0]
        let end = body + lengths[1]
        guard end <= bytes.count else { return nil }
        guard let head = try? JSONDecoder().decode(type, from: Data(bytes[start + 8..<body])) else {
            throw MalformedFrame()
        }
        start = end
        return (head, Array(bytes[body..<end]))
    }
}
