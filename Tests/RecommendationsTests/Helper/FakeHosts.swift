import EventLoop
import Glibc
import Synchronization
@testable import Recommendations

/// Helpers that are threads of this process, and answer as a test says.
final class FakeHosts: Sendable {
    /// What a helper does with a request; `nil` is nothing.
    typealias Behaviour = @Sendable (_ host: Int, HelperRequestHeader) -> Result<TransportResponse, TransportError>?

    struct Host: HelperProcess {
        let channel: Int32
        let hosts: FakeHosts

        func end() -> ProcessTermination? {
            shutdown(channel, Int32(SHUT_RDWR))
            hosts.ended.withLock { $0 += 1 }
            return .signal(SIGKILL)
        }
    }

    let started = Mutex(0)
    let ended = Mutex(0)
    private let failsToStart: Bool
    private let behaviour: Behaviour

    init(failsToStart: Bool = false, _ behaviour: @escaping Behaviour) {
        self.failsToStart = failsToStart
        self.behaviour = behaviour
    }

    /// Closes its end of the channel in place of an answer.
    static let death = TransportError.unreachable("die")

    var launch: HelperLauncher {
        { [self] descriptor throws(SpawnError) in
            if failsToStart { throw SpawnError(code: EAGAIN) }
            let channel = dup(descriptor)
            let number = started.withLock { number in
                number += 1
                return number
            }
            do {
                // The descriptor stays open: its number must not become another test's while somebody may still end this one.
                try DedicatedThread.start { [self] in serve(number, FrameSocket(descriptor: channel)) }
            } catch {
                throw SpawnError(code: EAGAIN)
            }
            return Host(channel: channel, hosts: self)
        }
    }

    private func serve(_ number: Int, _ channel: FrameSocket) {
        var frames = FrameDecoder(limit: 1 << 20)
        while case .bytes(let bytes) = channel.read(waits: true) {
            frames.append(bytes)
            while let (head, _) = try? frames.next(HelperRequestHeader.self) {
                guard let result = behaviour(number, head) else { continue }
                if result == .failure(Self.death) {
                    shutdown(channel.descriptor, Int32(SHUT_RDWR))
                    return
                }
                let frame =
                    switch result {
                    case .success(let response):
                        FrameDecoder.frame(
                            HelperResponseHeader(id: head.id, status: response.status),
                            body: response.body
                        )
                    case .failure(let error):
                        FrameDecoder.frame(HelperResponseHeader(id: head.id, error: error), body: [])
                    }
                _ = channel.write(frame, waits: true)
            }
        }
    }
}

extension HTTPHelper {
    /// Sends a request and waits for what comes of it.
    func exchange(
        _ url: String = "http://x/",
        within limit: Duration = .seconds(60)
    ) async -> Result<TransportResponse, TransportError> {
        await withCheckedContinuation { continuation in
            send(TransportRequest(.get, url), within: limit) { continuation.resume(returning: $0) }
        }
    }
}
