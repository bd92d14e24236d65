import Glibc
import EventLoops

/// Wakes a thread that waits. To ring takes one call of the system and never blocks.
final class Bell: Sendable {
    private let reading, writing: Int32

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        // Sound: the system writes two descriptors into an array of two.
        guard unsafe pipe(&ends) == 0 else { throw SystemError("create a pipe") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        reading = ends[0]
        writing = ends[1]
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Ends the wait, or the next one. A pipe that is full has rung already.
    func ring() {
        var byte: UInt8 = 0
        // Sound: the system reads one byte of a local variable during the call.
        _ = unsafe write(writing, &byte, 1)
    }

    /// Waits until the bell has rung since the last wait, at most so long; a negative time is for ever.
    /// - Returns: whether it has rung.
    @discardableResult
    func wait(milliseconds: Int32) -> Bool {
        guard Poll.wait(for: Int16(POLLIN), on: reading, milliseconds: milliseconds) else { return false }
        var bytes = [UInt8](repeating: 0, count: 64)
        // Sound: the system writes at most as many bytes as the array has.
        while unsafe bytes.withUnsafeMutableBytes({ unsafe read(reading, $0.baseAddress, $0.count) }) == bytes.count {}
        return true
    }
}

/// Waiting for one descriptor.
enum Poll {
    /// - Returns: whether something happened to the descriptor before the time was over.
    @discardableResult
    static func wait(for events: Int16, on descriptor: Int32, milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: events, revents: 0)
        // Sound: the system reads and writes one local variable during the call.
        return unsafe poll(&request, 1, milliseconds) > 0
    }
}
