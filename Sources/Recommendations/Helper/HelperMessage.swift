import CLinux
import Foundation

/// A line of JSON from the worker to its helper.
struct HelperRequest: Codable, Hashable {
    /// Repeated in the response.
    let id: UInt64
    /// The timeout, from when the helper reads the line.
    let milliseconds: Int
    let request: TransportRequest
}

/// A line of JSON from the helper to its worker: a response or an error.
struct HelperResponse: Codable {
    let id: UInt64
    var response: TransportResponse?
    var error: RecommendationError?

    init(id: UInt64, _ result: Result<TransportResponse, RecommendationError>) {
        self.id = id
        switch result {
        case .success(let response): self.response = response
        case .failure(let error): self.error = error
        }
    }

    /// `nil` if the message is malformed.
    var result: Result<TransportResponse, RecommendationError>? {
        response.map { .success($0) } ?? error.map { .failure($0) }
    }
}

/// Splits a byte stream into messages, each a line of JSON.
///
/// The other process parses untrusted responses, so its messages are untrusted as well.
struct MessageDecoder {
    static let maxRequestLength = 4 << 20
    private static let newline = UInt8(ascii: "\n")

    /// The longest message, in bytes.
    let limit: Int
    /// The message that has begun.
    private(set) var rest: [UInt8] = []

    static func line(_ message: some Encodable) -> [UInt8] {
        // Encoding cannot fail: messages hold texts and integers.
        Array((try? JSONEncoder().encode(message)) ?? Data()) + [newline]
    }

    /// The messages that end in the next bytes of the stream; `nil` if one is malformed.
    mutating func messages<Message: Decodable>(in bytes: some Collection<UInt8>, _ type: Message.Type) -> [Message]? {
        let pieces = bytes.split(separator: Self.newline, omittingEmptySubsequences: false)
        var messages: [Message] = []
        for (index, piece) in pieces.enumerated() {
            rest += piece
            if rest.count > limit { return nil }
            if index == pieces.count - 1 { break }
            guard let message = try? JSONDecoder().decode(type, from: Data(rest)) else { return nil }
            messages.append(message)
            rest = []
        }
        return messages
    }
}

/// One end of the socket between a worker and its helper. The owner closes the descriptor.
struct MessageSocket {
    let descriptor: Int32

    private static let chunkSize = 64 * 1024

    /// - Returns: none if nothing can be read without blocking; `nil` if the other end is closed.
    func read(blocks: Bool) -> ArraySlice<UInt8>? {
        var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
        while true {
            // Sound: the kernel writes at most as many bytes as the array has.
            let count = unsafe recv(descriptor, &chunk, chunk.count, blocks ? 0 : Int32(MSG_DONTWAIT))
            if count > 0 { return chunk.prefix(count) }
            if count < 0, errno == EINTR { continue }
            return count < 0 && errno == EAGAIN ? [] : nil
        }
    }

    /// Writes `bytes`, as many as fit if it does not block.
    /// - Returns: the number of bytes written. Less than all with `blocks` means that the other end is closed.
    func write(_ bytes: [UInt8], blocks: Bool) -> Int {
        let flags = Int32(MSG_NOSIGNAL) | (blocks ? 0 : Int32(MSG_DONTWAIT))
        var written = 0
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
