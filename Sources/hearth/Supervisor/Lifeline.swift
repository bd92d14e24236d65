import CLinux
import Foundation

/// One end of the line between a supervisor and a worker.
///
/// What each says on it, the other hears whole and in order. That the line has ended tells each that the other is no more,
/// however that came about.
final class Lifeline: Sendable {
    let descriptor: Int32

    /// Longer than any word, of which the longest is that of a config with its files and all the errors that are told.
    private static let longestWord = 128 * 1024

    /// What there is to hear.
    enum Sound {
        /// A word, and the record that came with it.
        case word(Word, ConfigRecord?)
        /// Nothing, for now.
        case silence
        /// The other end is closed.
        case end
    }

    /// The control message of one descriptor (cmsg(3), `SCM_RIGHTS`).
    private struct DescriptorMessage {
        var header: cmsghdr
        var descriptor: Int32
        /// Messages are as long as a whole number of `size_t`.
        var padding: Int32 = 0

        init(_ descriptor: Int32 = -1) {
            let length = MemoryLayout<cmsghdr>.size + MemoryLayout<Int32>.size
            header = cmsghdr()
            header.cmsg_len = length
            header.cmsg_level = SOL_SOCKET
            header.cmsg_type = Int32(SCM_RIGHTS)
            self.descriptor = descriptor
        }
    }

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Takes over the end that the supervisor has left open for this process; it is not inherited further.
    init(inherited descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        close(descriptor)
    }

    /// A new line, closed on exec at both ends.
    static func pair() throws(Failure) -> (Lifeline, Lifeline) {
        var ends: [Int32] = [-1, -1]
        // Sound: the kernel writes two numbers, for which there is room.
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure("no line to a worker can be made: \(systemMessage(errno))")
        }
        return (Lifeline(ends[0]), Lifeline(ends[1]))
    }

    /// Says a word. There need not be anybody to hear it.
    /// - Parameters:
    ///   - record: goes with it.
    ///   - waits: whether to wait where the other side has so much to hear yet that there is no room for it; otherwise it
    ///     is lost.
    func say(_ word: Word, with record: ConfigRecord? = nil, waits: Bool) {
        guard var bytes = try? Array(JSONEncoder().encode(word)) else { return }
        var control = DescriptorMessage(record?.descriptor ?? -1)
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        _ = unsafe Self.withMessage(&bytes, &control) { message in
            if record == nil {
                unsafe message.msg_control = nil
                unsafe message.msg_controllen = 0
            }
            // Sound: the kernel reads what the message points to, which outlives the call, as does the record.
            return unsafe sendmsg(descriptor, &message, flags)
        }
        withExtendedLifetime(record) {}
    }

    /// What the other side says.
    /// - Parameter waits: whether to wait for it; then it is not silence.
    func hear(waits: Bool) -> Sound {
        var bytes = [UInt8](repeating: 0, count: Self.longestWord)
        let flags = Int32(MSG_CMSG_CLOEXEC) | (waits ? 0 : Int32(MSG_DONTWAIT))
        while true {
            var control = DescriptorMessage()
            let count = unsafe Self.withMessage(&bytes, &control) { message in
                // Sound: the kernel writes no more than there is room for, as the message says.
                unsafe recvmsg(descriptor, &message, flags)
            }
            if count > 0 {
                let record = control.descriptor < 0 ? nil : ConfigRecord(control.descriptor)
                guard let word = try? JSONDecoder().decode(Word.self, from: Data(bytes.prefix(count))) else { continue }
                return .word(word, record)
            }
            // The other end was closed with something unheard in it; what it has said before is there yet.
            if count < 0, errno == EINTR || errno == ECONNRESET { continue }
            return count < 0 && errno == EAGAIN ? .silence : .end
        }
    }

    /// Calls `body` with a message of these bytes and this control message.
    private static func withMessage(
        _ bytes: inout [UInt8],
        _ control: inout DescriptorMessage,
        _ body: (inout msghdr) -> Int
    ) -> Int {
        // Sound: the pointers are used within the closures that they are given to.
        unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe withUnsafeMutableBytes(of: &control) { control in
                var part = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return unsafe withUnsafeMutablePointer(to: &part) { part in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = unsafe part
                    unsafe message.msg_iovlen = 1
                    unsafe message.msg_control = control.baseAddress
                    unsafe message.msg_controllen = control.count
                    return unsafe body(&message)
                }
            }
        }
    }
}
