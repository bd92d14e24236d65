import CLinux
import Glibc

/// One end of the line between a worker and its relay: a socket, which whoever has it closes.
struct Line {
    let descriptor: Int32

    /// What there is to hear.
    enum Sound {
        case bytes(ArraySlice<UInt8>)
        case silence
        /// The other end is closed.
        case end
    }

    /// How much is heard at once.
    private static let chunk = 64 * 1024

    /// - Parameter waits: whether to wait for it; then it is not silence.
    func hear(waits: Bool) -> Sound {
        var chunk = [UInt8](repeating: 0, count: Self.chunk)
        while true {
            // Sound: the kernel writes at most as many bytes as the array has.
            let count = unsafe recv(descriptor, &chunk, chunk.count, waits ? 0 : Int32(MSG_DONTWAIT))
            if count > 0 { return .bytes(chunk.prefix(count)) }
            if count < 0, errno == EINTR { continue }
            return count < 0 && errno == EAGAIN ? .silence : .end
        }
    }

    /// Says `bytes` from `start` on, as much as there is room for.
    /// - Parameter waits: whether to wait for more room.
    /// - Returns: where it has come to. Less than all with `waits` means that nobody listens any more.
    func say(_ bytes: [UInt8], from start: Int = 0, waits: Bool) -> Int {
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        var said = start
        while said < bytes.count {
            let count = unsafe bytes[said...].withUnsafeBytes {
                // Sound: these are the bytes that are left, and the array lives through the call.
                unsafe send(descriptor, $0.baseAddress, $0.count, flags)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            said += count
        }
        return said
    }
}
