import CLinux
import Glibc

/// What a connection has to send: heads and short bodies joined together, then at most one long body as it is.
struct SendQueue {
    enum WriteResult: Hashable {
        case done
        case blocked
        case failed
    }

    /// Heads and short bodies.
    private(set) var joined: [UInt8] = []
    private var joinedSent = 0
    /// The body of the last head, not copied.
    private var body: [UInt8] = []
    private var bodySent = 0

    /// Up to this size it is cheaper to copy a body than to send it from its own place.
    private static let longestJoinedBody = 2048
    /// What is gathered of pipelined responses before it is sent.
    private static let joinedLimit = 32 * 1024

    var isEmpty: Bool { joined.isEmpty }

    /// The bytes of it all, sent or not.
    var count: Int { joined.count + body.count }

    /// Whether it must be sent before more is added.
    var isFull: Bool { !body.isEmpty || joined.count >= Self.joinedLimit }

    /// Begins with the memory of an output that is done.
    mutating func adopt(_ memory: consuming [UInt8]) {
        joined = memory
    }

    /// Gives the memory away, that of the body to `bodies`; the output is empty.
    mutating func release(to bodies: BodyBufferPool) -> [UInt8] {
        var memory: [UInt8] = []
        swap(&memory, &joined)
        var body: [UInt8] = []
        swap(&body, &self.body)
        bodies.give(consume body)
        joinedSent = 0
        bodySent = 0
        // Nobody else holds it here, so that it keeps its memory.
        memory.removeAll(keepingCapacity: true)
        return memory
    }

    /// Adds a response; not to an output that is full. A long body it takes out of the response.
    mutating func append(_ response: inout Response, _ head: ResponseHead, hasBody: Bool) {
        head.write(response, to: &joined)
        guard hasBody, !response.status.hasNoBody else { return }
        if response.body.count <= Self.longestJoinedBody {
            joined.append(contentsOf: response.body)
        } else {
            swap(&body, &response.body)
        }
    }

    /// Adds `100 Continue` (RFC 9110 section 15.2.1).
    mutating func appendContinue() {
        joined.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8)
    }

    /// Sends as much as the socket takes, and adds the bytes to `total`.
    mutating func write(to descriptor: Int32, total: inout Int) -> WriteResult {
        while joinedSent < joined.count || bodySent < body.count {
            let sent = send(to: descriptor)
            guard sent >= 0 else { return errno == EAGAIN ? .blocked : .failed }
            total += sent
            let ofJoined = min(sent, joined.count - joinedSent)
            joinedSent += ofJoined
            bodySent += sent - ofJoined
        }
        return .done
    }

    /// One call for both parts, which does not raise SIGPIPE.
    private func send(to descriptor: Int32) -> Int {
        // Sound: the vectors point into the two arrays, which live through the call, and begin and end within them; the
        // kernel only reads from them. The offsets never exceed the counts.
        unsafe joined.withUnsafeBytes { joined in
            unsafe body.withUnsafeBytes { body in
                let first = unsafe UnsafeRawBufferPointer(rebasing: joined[joinedSent...])
                let second = unsafe UnsafeRawBufferPointer(rebasing: body[bodySent...])
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
