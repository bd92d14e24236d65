import Glibc
import Synchronization

/// What a relay does: it reads requests from its worker, has them sent, and writes what came of them.
package enum RelayService {
    /// Relays until the other end of the line at `descriptor` is closed, which is when the worker is no more.
    package static func run(on descriptor: Int32, limits: RelayLimits) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let line = Line(descriptor: descriptor)
        // What is said at the same time is said one after the other.
        let speech = Mutex(line)
        let courier = Courier(limits: limits) { id, result in
            let frame =
                switch result {
                case .success(let response):
                    Frames.frame(ResponseHead(id: id, status: response.status), body: response.body)
                case .failure(let error): Frames.frame(ResponseHead(id: id, error: error), body: [])
                }
            // Where nobody listens any more, the end is heard below.
            speech.withLock { _ = $0.say(frame, waits: true) }
        }
        let session = courier.session()
        var frames = Frames(limit: Frames.longestRequest)
        while case .bytes(let bytes) = line.hear(waits: true) {
            frames.append(bytes)
            do throws(MalformedFrame) {
                while let (head, body) = try frames.next(RequestHead.self) { courier.send(head, body, over: session) }
            } catch {
                return
            }
        }
    }
}
