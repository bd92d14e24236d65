import CLinux
import Glibc

/// One end of the connection between a worker and its helper: a socket, which its owner closes.
struct FrameSocket {
    let descriptor: Int32

    /// What there is to read.
    enum Input {
        case bytes(ArraySlice<UInt8>)
        /// Nothing for now.
        case nothing
        /// The other end is closed.
        case end
    }

    /// How much is read at once.
    private static let chunk = 64 * 1024

    /// Reads what has arrived.
    /// - Parameter waits: whether to wait for it; then there is something.
    func read(waits: Bool) -> Input {
        var chunk = [UInt8](repeating: 0, count: Self.chunk)
        while true {
            // Sound: the kernel writes at most as many bytes as the array has.
            let count = unsafe recv(descriptor, &chunk, chunk.count, waits ? 0 : Int32(MSG_DONTWAIT))
            if count > 0 { return .bytes(chunk.prefix(count)) }
            if count < 0, errno == EINTR { continue }
            return count < 0 && errno == EAGAIN ? .nothing : .end
        }
    }

    /// Writes `bytes` from `start` on, as much as there is room for.
    /// - Parameter waits: whether to wait for more room.
    /// - Returns: where it has come to. Less than all with `waits` means that the other end is closed.
    func write(_ bytes: [UInt8], from start: Int = 0, waits: Bool) -> Int {
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        var written = start
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes {
                // Sound: these are the bytes that are left, and the array lives through the call.
                unsafe send(descriptor, $0.baseAddress, $0.count, flags)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            written += count
        }
        return written
    }
}
