import CLinux
import Foundation

/// Signals to the process that wait to be taken, in place of interrupting it (signalfd(2)).
struct SignalQueue: ~Copyable {
    let descriptor: Int32

    /// Takes over these signals. To be called on the main thread: the threads of Dispatch block them all.
    init(_ numbers: [Int32]) throws(Failure) {
        var set = sigset_t(numbers)
        // Sound: both calls only read the set, which outlives them.
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        descriptor = unsafe signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
        guard descriptor >= 0 else { throw Failure("signals cannot be received: \(systemMessage(errno))") }
    }

    deinit {
        close(descriptor)
    }

    /// The next signal, where one has come.
    func next() -> Int32? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        // Sound: the kernel writes at most `size` bytes, which is the size of the variable.
        return unsafe read(descriptor, &info, size) == size ? Int32(info.ssi_signo) : nil
    }
}

extension sigset_t {
    init(_ numbers: [Int32]) {
        self.init()
        // Sound: the set is this value, which is initialized.
        unsafe sigemptyset(&self)
        for number in numbers { unsafe sigaddset(&self, number) }
    }
}
