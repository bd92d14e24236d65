import Glibc
import Synchronization

/// A file descriptor that closes with its last reference, or earlier by ``close()``.
package final class FileDescriptor: Sendable {
    package let rawValue: Int32
    private let isClosed = Atomic(false)

    /// Takes ownership of an open descriptor.
    package init(_ rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Closes the descriptor now. It must not be used afterwards, through any reference.
    package func close() {
        if !isClosed.exchange(true, ordering: .relaxed) { Glibc.close(rawValue) }
    }

    deinit {
        close()
    }
}

/// Raises the number of file descriptors that this process and its children may have open (`RLIMIT_NOFILE`,
/// getrlimit(2)) to the hard limit, and returns it.
package func raiseFileDescriptorLimit() -> Int {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    // Sound: here and below, the limit is a local variable that outlives the call.
    unsafe getrlimit(resource, &limit)
    if limit.rlim_cur < limit.rlim_max {
        limit.rlim_cur = limit.rlim_max
        unsafe setrlimit(resource, &limit)
        unsafe getrlimit(resource, &limit)
    }
    return Int(clamping: limit.rlim_cur)
}

public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `listen on 127.0.0.1:8080`.
    let operation: String
    public let code: Int32

    /// Takes the calling thread's `errno` at once.
    package init(_ operation: String, code: Int32 = errno) {
        self.operation = operation
        self.code = code
    }

    /// `cannot listen on 127.0.0.1:8080: Address already in use`
    public var description: String { "cannot \(operation): \(systemMessage(code))" }
}

package func systemMessage(_ code: Int32 = errno) -> String {
    // Sound: the text belongs to the thread until its next call, and is copied.
    unsafe String(cString: strerror(code))
}
