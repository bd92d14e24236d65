import Glibc

/// A log that cannot be opened.
public struct LogError: Error, Hashable, CustomStringConvertible {
    /// What was to be done: `create a pipe`.
    public let action: String
    /// The system's `errno`.
    public let code: Int32

    init(_ action: String, code: Int32) {
        self.action = action
        self.code = code
    }

    /// What failed, and the system's words for why.
    public var description: String {
        // Sound: strerror returns a terminated text, copied before the next call.
        "cannot \(action): \(unsafe String(cString: strerror(code)))"
    }
}
