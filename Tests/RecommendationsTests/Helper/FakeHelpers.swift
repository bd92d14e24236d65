import EventLoop
import Glibc
import Synchronization

@testable import Recommendations

/// Helpers that are threads of the test process, and respond as a test says.
final class FakeHelpers: Sendable {
    /// The response to a request; `nil` for none.
    typealias Behaviour =
        @Sendable (_ helper: Int, HelperRequest) -> Result<TransportResponse, RecommendationError>?

    let started = Mutex(0)
    let ended = Mutex(0)
    private let failsToStart: Bool
    private let behaviour: Behaviour

    init(failsToStart: Bool = false, _ behaviour: @escaping Behaviour) {
        self.failsToStart = failsToStart
        self.behaviour = behaviour
    }

    /// Closes the helper's end of the socket instead of a response.
    static let crash = RecommendationError.unavailable("die")

    var launch: HelperLauncher {
        { [self] descriptor throws(SystemError) in
            if failsToStart { throw SystemError("start a process", code: EAGAIN) }
            let socket = dup(descriptor)
            let number = started.withLock { number in
                number += 1
                return number
            }
            do {
                // The descriptor stays open: another test must not get its number before this helper is terminated.
                try DedicatedThread.start { [self] in serve(number, MessageSocket(descriptor: socket)) }
            } catch {
                throw SystemError("start a process", code: EAGAIN)
            }
            return { [self] in
                shutdown(socket, Int32(SHUT_RDWR))
                ended.withLock { $0 += 1 }
                return .signal(SIGKILL)
            }
        }
    }

    private func serve(_ number: Int, _ socket: MessageSocket) {
        var input = MessageDecoder(limit: 1 << 20)
        while let bytes = socket.read(blocks: true) {
            for message in input.messages(in: bytes, HelperRequest.self) ?? [] {
                guard let result = behaviour(number, message) else { continue }
                if result == .failure(Self.crash) {
                    shutdown(socket.descriptor, Int32(SHUT_RDWR))
                    return
                }
                _ = socket.write(MessageDecoder.line(HelperResponse(id: message.id, result)), blocks: true)
            }
        }
    }
}

extension HTTPHelper {
    /// Sends a request and waits for the result.
    func exchange(
        _ url: String = "http://x/",
        timeout: Duration = .seconds(60)
    ) async -> Result<TransportResponse, RecommendationError> {
        await withCheckedContinuation { continuation in
            send(TransportRequest(url: url), timeout: timeout) { continuation.resume(returning: $0) }
        }
    }
}
