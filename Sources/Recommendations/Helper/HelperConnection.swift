import EventLoop
import Glibc

/// One helper process and its requests in flight. Used by the thread of ``HelperLoop`` only.
final class HelperConnection {
    private let terminate: () -> ProcessTermination?
    private let socket: FrameSocket
    private let hangTimeout: Duration
    private let start = ContinuousClock.now
    private var pending: [UInt64: PendingRequest] = [:]
    private var output: [UInt8] = []
    private var written = 0
    private var input: FrameDecoder

    /// The number of requests sent, and the id of the next one.
    private(set) var requestCount: UInt64 = 0
    var isIdle: Bool { pending.isEmpty }
    var age: Duration { start.duration(to: .now) }

    /// - Parameter descriptor: this side's end of the socket; ``end()`` closes it.
    init(on descriptor: Int32, limits: HelperLimits, terminate: @escaping () -> ProcessTermination?) {
        self.terminate = terminate
        socket = FrameSocket(descriptor: descriptor)
        hangTimeout = limits.hangTimeout
        input = FrameDecoder(limit: limits.maxResponseSize + FrameDecoder.overhead)
    }

    var pollEntry: pollfd {
        pollfd(fd: socket.descriptor, events: Int16(output.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)
    }

    /// When the process counts as hung; `nil` without requests in flight.
    var hangDeadline: ContinuousClock.Instant? {
        pending.values.lazy.map(\.deadline).min().map { $0 + hangTimeout }
    }

    func send(_ pendingRequest: PendingRequest) {
        let timeout = max(.zero, ContinuousClock.now.duration(to: pendingRequest.deadline)) / .milliseconds(1)
        let request = pendingRequest.request
        let header = HelperRequestHeader(id: requestCount, milliseconds: Int(timeout.rounded(.up)), request: request)
        pending[requestCount] = pendingRequest
        requestCount += 1
        output += FrameDecoder.frame(header, body: request.body)
    }

    /// Writes and reads all that is possible without blocking.
    /// - Returns: why the process has to be replaced; `nil` if it works.
    func exchangeFrames() -> String? {
        if !output.isEmpty {
            // A write error shows as the end of the input.
            written = socket.write(output, from: written, blocks: false)
            if written == output.count { (output, written) = ([], 0) }
        }
        return receive() ?? (hangDeadline.map { $0 < .now } == true ? "did not answer in time" : nil)
    }

    private func receive() -> String? {
        while true {
            switch socket.read(blocks: false) {
            case .none: return nil
            case .closed: return "closed its socket"
            case .bytes(let bytes): input.append(bytes)
            }
            do throws(MalformedFrame) {
                while let (header, body) = try input.next(HelperResponseHeader.self) { try complete(header, body) }
            } catch {
                return "sent a malformed frame"
            }
        }
    }

    private func complete(_ header: HelperResponseHeader, _ body: [UInt8]) throws(MalformedFrame) {
        let result: Result<TransportResponse, RecommendationError>
        switch (header.status, header.error) {
        case (let status?, nil): result = .success(TransportResponse(status: status, body: body))
        case (nil, let error?): result = .failure(error)
        default: throw MalformedFrame()
        }
        guard let request = pending.removeValue(forKey: header.id) else { throw MalformedFrame() }
        request.completion(result)
    }

    /// Kills the process. Requests in flight fail.
    /// - Returns: how the process ended.
    func end() -> String {
        let termination = terminate()
        close(socket.descriptor)
        let reason = "the helper " + (termination.map { "\($0)" } ?? "ended")
        for request in pending.values { request.completion(.failure(.unavailable(reason))) }
        pending = [:]
        return reason
    }
}
