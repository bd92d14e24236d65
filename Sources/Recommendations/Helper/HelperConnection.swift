import Glibc

/// One helper process, as the thread that talks to it knows it.
final class HelperConnection {
    private let host: any HelperProcess
    private let channel: FrameSocket
    private let silence: Duration
    private let started = ContinuousClock.now
    private var pending: [UInt64: HelperRequestQueue.Submission] = [:]
    private var output: [UInt8] = []
    private var written = 0
    private var input: FrameDecoder
    private var nextID: UInt64 = 0

    /// How many requests it was given.
    var count: UInt64 { nextID }
    var isIdle: Bool { pending.isEmpty }
    /// For how long it has run.
    var age: Duration { started.duration(to: .now) }

    /// - Parameter descriptor: this side's end of the channel to it, which does not block; it is closed at the end.
    init(_ host: any HelperProcess, on descriptor: Int32, limits: HelperLimits) {
        self.host = host
        channel = FrameSocket(descriptor: descriptor)
        silence = limits.silence
        input = FrameDecoder(limit: limits.responseBytes + FrameDecoder.overhead)
    }

    /// What to wait for.
    var awaited: pollfd {
        pollfd(fd: channel.descriptor, events: Int16(output.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)
    }

    /// When it has to have answered; later it is taken for dead.
    var patience: ContinuousClock.Instant? {
        pending.values.lazy.map(\.deadline).min().map { $0 + silence }
    }

    func send(_ submission: HelperRequestQueue.Submission) {
        let left = max(.zero, ContinuousClock.now.duration(to: submission.deadline)) / .milliseconds(1)
        let request = submission.request
        let head = HelperRequestHeader(
            id: nextID,
            milliseconds: Int(left.rounded(.up)),
            method: request.method,
            url: request.url,
            fields: request.fields
        )
        pending[nextID] = submission
        nextID += 1
        output += FrameDecoder.frame(head, body: request.body)
    }

    /// Writes and reads what there is.
    /// - Returns: why it can be talked to no more; `nil` where it can.
    func converse() -> String? {
        flush()
        return receive() ?? (patience.map { $0 < .now } == true ? "did not answer any more" : nil)
    }

    private func flush() {
        guard !output.isEmpty else { return }
        written = channel.write(output, from: written, waits: false)
        // Errors are found when it is read from.
        guard written == output.count else { return }
        output = []
        written = 0
    }

    private func receive() -> String? {
        while true {
            switch channel.read(waits: false) {
            case .nothing: return nil
            case .end: return "has gone"
            case .bytes(let bytes): input.append(bytes)
            }
            do throws(MalformedFrame) {
                while let (head, body) = try input.next(HelperResponseHeader.self) { try take(head, body) }
            } catch {
                return "said what makes no sense"
            }
        }
    }

    private func take(_ head: HelperResponseHeader, _ body: [UInt8]) throws(MalformedFrame) {
        let result: Result<TransportResponse, TransportError>
        switch (head.status, head.error) {
        case (let status?, nil): result = .success(TransportResponse(status: status, body: body))
        case (nil, let error?): result = .failure(error)
        default: throw MalformedFrame()
        }
        guard let entry = pending.removeValue(forKey: head.id) else { throw MalformedFrame() }
        entry.completion(result)
    }

    /// Ends it. What is in flight fails.
    /// - Returns: what became of it.
    func end() -> String {
        let end = host.end()
        close(channel.descriptor)
        let reason = "the helper " + (end.map { "\($0)" } ?? "ended")
        for entry in pending.values { entry.completion(.failure(.interrupted(reason))) }
        pending = [:]
        return reason
    }
}
