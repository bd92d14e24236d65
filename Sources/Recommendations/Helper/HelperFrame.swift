import CLinux
import Foundation

/// The JSON header of a frame from the worker to its helper: a request.
struct HelperRequestHeader: Codable, Hashable {
    /// Repeated in the response.
    let id: UInt64
    /// The timeout, from when the helper reads the frame.
    let milliseconds: Int
    let request: TransportRequest
}

/// The JSON header of a frame from the helper to its worker: a response or an error.
struct HelperResponseHeader: Codable {
    let id: UInt64
    var status: Int?
    var error: RecommendationError?
}

struct MalformedFrame: Error, Hashable {}

/// Splits a byte stream into frames: the lengths of header and body (two little-endian `UInt32`), header, body.
///
/// The other process parses untrusted responses, so its frames are untrusted as well.
struct FrameDecoder {
    static let maxRequestFrameSize = 4 << 20
    /// The most that a response frame takes beside its body.
    static let overhead = 4096

    /// The longest frame without its lengths.
    let limit: Int
    private(set) var bytes: [UInt8] = []
    private(set) var start = 0

    static func frame(_ header: some Encodable, body: [UInt8]) -> [UInt8] {
        // Encoding cannot fail: headers hold strings and integers.
        let header = (try? JSONEncoder().encode(header)) ?? Data()
        let lengths = [header.count, body.count].flatMap { length in
            (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
        }
        return lengths + header + body
    }

    static func frame(_ id: UInt64, _ result: Result<TransportResponse, RecommendationError>) -> [UInt8] {
        switch result {
        case .success(let response): frame(HelperResponseHeader(id: id, status: response.status), body: response.body)
        case .failure(let error): frame(HelperResponseHeader(id: id, error: error), body: [])
        }
    }

    mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeFirst(start)
        start = 0
        bytes.append(contentsOf: more)
    }

    /// The next frame; `nil` if it is incomplete.
    mutating func next<Header: Decodable>(
        _ type: Header.Type
    ) throws(MalformedFrame) -> (header: Header, body: [UInt8])? {
        guard bytes.count - start >= 8 else { return nil }
        let lengths = [start, start + 4].map { index in
            bytes[index..<index + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        guard lengths[0] + lengths[1] <= limit else { throw MalformedFrame() }
        let body = start + 8 + lengths[0]
        let end = body + lengths[1]
        guard end <= bytes.count else { return nil }
        guard let header = try? JSONDecoder().decode(type, from: Data(bytes[start + 8..<body])) else {
            throw MalformedFrame()
        }
        start = end
        return (header, Array(bytes[body..<end]))
    }
}

/// One end of the socket between a worker and its helper. The owner closes the descriptor.
struct FrameSocket {
    let descriptor: Int32

    enum Input {
        case bytes(ArraySlice<UInt8>)
        /// Nothing can be read without blocking.
        case none
        case closed
    }

    private static let chunkSize = 64 * 1024

    func read(blocks: Bool) -> Input {
        var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
        while true {
            // Sound: the kernel writes at most as many bytes as the array has.
            let count = unsafe recv(descriptor, &chunk, chunk.count, blocks ? 0 : Int32(MSG_DONTWAIT))
            if count > 0 { return .bytes(chunk.prefix(count)) }
            if count < 0, errno == EINTR { continue }
            return count < 0 && errno == EAGAIN ? .none : .closed
        }
    }

    /// Writes `bytes` from `start` on, as many as fit if it does not block.
    /// - Returns: the index after the last byte written. Less than all with `blocks` means that the other end is
    ///   closed.
    func write(_ bytes: [UInt8], from start: Int = 0, blocks: Bool) -> Int {
        let flags = Int32(MSG_NOSIGNAL) | (blocks ? 0 : Int32(MSG_DONTWAIT))
        var written = start
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes {
                // Sound: the pointer and the count are those of the slice, which outlives the call.
                unsafe send(descriptor, $0.baseAddress, $0.count, flags)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            written += count
        }
        return written
    }
}
