import Glibc

/// A call of the operating system that failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried: `listen on 127.0.0.1:8080`.
    public let operation: String
    /// The `errno` that it failed with.
    public let code: Int32

    /// Takes the calling thread's `errno` at once.
    package init(_ operation: String, code: Int32 = errno) {
        self.operation = operation
        self.code = code
    }

    /// Whether another program listens on the port.
    public var isAddressInUse: Bool { code == EADDRINUSE }

    /// `cannot listen on 127.0.0.1:8080: Address already in use`
    public var description: String {
        // Sound: the text is the thread's own until its next call, and is copied.
        unsafe "cannot \(operation): \(String(cString: strerror(code)))"
    }
}
