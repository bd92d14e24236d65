import CLinux
import EventLoop
import Foundation

/// Receives signals from a file descriptor instead of interrupting the process (signalfd(2)).
struct SignalQueue {
    let descriptor: FileDescriptor

    /// Call this on the main thread: Dispatch's threads block all signals.
    init(_ numbers: [Int32]) throws(Failure) {
        var set = signalSet(numbers)
        // Sound: both calls only read the set, which outlives them.
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        descriptor = FileDescriptor(unsafe signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC)))
        guard descriptor.rawValue >= 0 else { throw Failure("signals cannot be received: \(systemMessage(errno))") }
    }

    func next() -> Int32? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        // Sound: the kernel writes at most `size` bytes, which is the size of the variable.
        return unsafe read(descriptor.rawValue, &info, size) == size ? Int32(info.ssi_signo) : nil
    }
}
