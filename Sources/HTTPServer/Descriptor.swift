import Glibc

/// A file descriptor that closes with its last reference.
final class Descriptor: Sendable {
    let rawValue: Int32

    init(_ rawValue: Int32) {
        self.rawValue = rawValue
    }

    deinit {
        close(rawValue)
    }
}
