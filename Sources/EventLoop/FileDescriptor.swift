import Glibc
import Synchronization

/// A file descriptor that closes with its last reference, or before that when it is told to.
package final class FileDescriptor: Sendable {
    package let rawValue: Int32
    private let isClosed = Atomic(false)

    /// Takes over the open descriptor.
    package init(_ rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Closes it, whoever still refers to it; nobody is to use it from now on.
    package func close() {
        if !isClosed.exchange(true, ordering: .relaxed) { Glibc.close(rawValue) }
    }

    deinit {
        close()
    }
}
