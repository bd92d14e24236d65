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
            let frame = ResponseMessage(id: id, result: result).frame
            // Where nobody listens any more, the end is heard below.
            speech.withLock { _ = $0.say(frame, waits: true) }
        }
        var frames = Frames(limit: RequestMessage.longest)
        while case .bytes(let bytes) = line.hear(waits: true) {
            frames.append(bytes)
            do throws(MalformedFrame) {
                while let frame = try frames.next() { courier.send(try RequestMessage(frame)) }
            } catch {
                return
            }
        }
    }
}
