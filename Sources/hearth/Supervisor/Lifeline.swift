import CLinux
import Foundation

/// One end of the line between a supervisor and a worker.
///
/// What each says on it, the other hears whole and in order. That the line has ended tells each that the other is no more,
/// however that came about.
final class Lifeline: Sendable {
    let descriptor: Int32

    /// Longer than any word, of which the longest is that of a config with all the errors that are told.
    private static let longestWord = 64 * 1024

    /// What there is to hear.
    enum Sound {
        case word(Word)
        /// Nothing, for now.
        case silence
        /// The other end is closed.
        case end
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
    /// - Parameter waits: whether to wait where the other side has so much to hear yet that there is no room for it;
    ///   otherwise it is lost.
    func say(_ word: Word, waits: Bool) {
        guard let bytes = try? JSONEncoder().encode(word) else { return }
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        // Sound: no more is read than there is.
        _ = unsafe bytes.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, flags) }
    }

    /// What the other side says.
    /// - Parameter waits: whether to wait for it; then it is not silence.
    func hear(waits: Bool) -> Sound {
        var bytes = [UInt8](repeating: 0, count: Self.longestWord)
        while true {
            // Sound: no more is written than there is room for.
            let count = unsafe recv(descriptor, &bytes, bytes.count, waits ? 0 : Int32(MSG_DONTWAIT))
            if count > 0 {
                guard let word = try? JSONDecoder().decode(Word.self, from: Data(bytes.prefix(count))) else { continue }
                return .word(word)
            }
            // The other end was closed with something unheard in it; what it has said before is there yet.
            if count < 0, errno == EINTR || errno == ECONNRESET { continue }
            return count < 0 && errno == EAGAIN ? .silence : .end
        }
    }
}
