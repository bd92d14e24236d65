import EventLoop
import Glibc

/// One helper process and its requests in flight. Used by the thread of ``HelperLoop`` only.
final class HelperConnection {
    private let descriptor: FileDescriptor
    private let terminate: () -> ProcessTermination?
    private let hangTimeout: Duration
    let start = ContinuousClock.now
    private var pending: [UInt64: PendingRequest] = [:]
    private var output: [UInt8] = []
    private var input: MessageDecoder

    /// The number of requests sent, and the id of the next one.
    private(set) var requestCount: UInt64 = 0
    var isIdle: Bool { pending.isEmpty }

    /// - Parameter descriptor: this side's end of the socket; ``end()`` closes it.
    init(on descriptor: FileDescriptor, limits: HelperLimits, terminate: @escaping () -> ProcessTermination?) {
        self.descriptor = descriptor
        self.terminate = terminate
        hangTimeout = limits.hangTimeout
        // JSON writes a byte as up to six.
        input = MessageDecoder(limit: 6 * limits.maxResponseSize + 4096)
    }

    private var socket: MessageSocket { MessageSocket(descriptor: descriptor.rawValue) }

    var pollEntry: pollfd {
        pollfd(fd: socket.descriptor, events: Int16(output.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)
    }

    /// When the process counts as hung; `nil` without requests in flight.
    var hangDeadline: ContinuousClock.Instant? {
        pending.values.lazy.map(\.deadline).min().map { $0 + hangTimeout }
    }

    func send(_ pendingRequest: PendingRequest) {
        let timeout = max(.zero, ContinuousClock.now.duration(to: pendingRequest.deadline)) / .milliseconds(1)
        let milliseconds = Int(timeout.rounded(.up))
        output += MessageDecoder.line(
            HelperRequest(id: requestCount, milliseconds: milliseconds, request: pendingRequest.request)
        )
        pending[requestCount] = pendingRequest
        requestCount += 1
    }

    /// Writes and reads all that is possible without blocking.
    /// - Returns: why the process has to be replaced; `nil` if it works.
    func exchangeMessages() -> String? {
        // A write error shows as the end of the input.
        output.removeFirst(socket.write(output, blocks: false))
        return receive() ?? (hangDeadline.map { $0 < .now } == true ? "did not answer in time" : nil)
    }

    private static let malformed = "sent a malformed message"

    private func receive() -> String? {
        while let bytes = socket.read(blocks: false) {
            if bytes.isEmpty { return nil }
            guard let messages = input.messages(in: bytes, HelperResponse.self) else { return Self.malformed }
            for message in messages {
                guard let result = message.result, let request = pending.removeValue(forKey: message.id) else {
                    return Self.malformed
                }
                request.completion(result)
            }
        }
        return "closed its socket"
    }

    /// Kills the process, and returns how it ended. Requests in flight fail.
    func end() -> String {
        let termination = terminate()
        descriptor.close()
        let reason = "the helper " + (termination.map { "\($0)" } ?? "ended")
        for request in pending.values { request.completion(.failure(.unavailable(reason))) }
        pending = [:]
        return reason
    }
}
