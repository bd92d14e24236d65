import Glibc
import Synchronization

/// What a helper does: it reads requests from its worker, has them sent, and writes what came of them.
package enum HelperService {
    /// Helpers until the other end of the channel at `descriptor` is closed, which is when the worker is no more.
    package static func run(on descriptor: Int32, limits: HelperLimits) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let channel = FrameSocket(descriptor: descriptor)
        // Answers are written one after the other.
        let output = Mutex(channel)
        let client = URLSessionClient(limits: limits) { id, result in
            let frame =
                switch result {
                case .success(let response):
                    FrameDecoder.frame(HelperResponseHeader(id: id, status: response.status), body: response.body)
                case .failure(let error): FrameDecoder.frame(HelperResponseHeader(id: id, error: error), body: [])
                }
            // Where the other end is closed, that is found below.
            output.withLock { _ = $0.write(frame, waits: true) }
        }
        let session = client.session()
        var frames = FrameDecoder(limit: FrameDecoder.longestRequest)
        while case .bytes(let bytes) = channel.read(waits: true) {
            frames.append(bytes)
            do throws(MalformedFrame) {
                while let (head, body) = try frames.next(HelperRequestHeader.self) {
                    client.send(head, body, over: session)
                }
            } catch {
                return
            }
        }
    }
}
