import CLinux
import Glibc

/// The bytes that a connection has to send: heads and short bodies in one buffer, then at most one long body.
struct SendQueue {
    enum WriteResult: Hashable {
        case done
        case blocked
        case failed
    }

    private var buffer: [UInt8] = []
    /// The body of the last head, not copied.
    private var body: [UInt8] = []
    private var sent = 0

    /// Bodies up to this size, in bytes, are copied, which is cheaper than sending them by themselves.
    private static let longestCopiedBody = 2048
    /// Bytes of pipelined responses that are gathered before they are sent.
    private static let bufferLimit = 32 * 1024

    var isEmpty: Bool { buffer.isEmpty }

    /// All bytes, sent or not.
    var count: Int { buffer.count + body.count }

    /// Whether it must be sent before more is added.
    var isFull: Bool { !body.isEmpty || buffer.count >= Self.bufferLimit }

    /// Empties the queue, and gives the body's memory to `bodies`.
    mutating func release(to bodies: BodyPool) {
        bodies.recycle(body.take())
        self = SendQueue()
    }

    /// The queue must not be full. Takes a long body out of the response.
    mutating func append(_ response: inout Response, _ head: ResponseHead, hasBody: Bool) {
        head.write(response, to: &buffer)
        guard hasBody, !response.status.hasNoBody else { return }
        if response.body.count <= Self.longestCopiedBody {
            buffer.append(contentsOf: response.body)
        } else {
            swap(&body, &response.body)
        }
    }

    /// RFC 9110 section 15.2.1.
    mutating func appendContinue() {
        buffer.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8)
    }

    /// Adds the number of sent bytes to `total`.
    mutating func write(to descriptor: Int32, total: inout Int) -> WriteResult {
        while sent < count {
            let result = send(to: descriptor)
            guard result >= 0 else { return errno == EAGAIN ? .blocked : .failed }
            sent += result
            total += result
        }
        return .done
    }

    /// Sends both parts in one call, without SIGPIPE.
    private func send(to descriptor: Int32) -> Int {
        // Sound: the vectors point into the two arrays, which live through the call, and begin and end within them; the
        // kernel only reads from them.
        unsafe buffer.withUnsafeBytes { buffer in
            unsafe body.withUnsafeBytes { body in
                let first = unsafe UnsafeRawBufferPointer(rebasing: buffer[min(sent, buffer.count)...])
                let second = unsafe UnsafeRawBufferPointer(rebasing: body[max(0, sent - buffer.count)...])
                var vectors = unsafe (
                    iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count),
                    iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count)
                )
                return unsafe withUnsafeMutableBytes(of: &vectors) { vectors in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = vectors.bindMemory(to: iovec.self).baseAddress
                    unsafe message.msg_iovlen = 2
                    return unsafe sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }
}
