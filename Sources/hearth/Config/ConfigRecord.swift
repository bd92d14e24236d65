import CLinux
import Foundation

/// The bytes of a valid config in memory (memfd_create(2)), which is never changed. A worker hands one to its supervisor, which
/// hands it to the next worker: the files on the disk may be half written by then.
final class ConfigRecord: Sendable {
    let descriptor: Int32

    /// The flag by which a worker learns which one it has inherited.
    static let flag = Flag("config-record", "N", "the descriptor of the config to serve with, in place of the disk's")

    /// A record of these bytes, closed on exec.
    init(of bytes: ConfigBytes) throws(Failure) {
        // Sound: the name is a terminated text.
        descriptor = unsafe memfd_create("hearth-config", UInt32(MFD_CLOEXEC))
        guard descriptor >= 0 else { throw Failure("the config cannot be kept: \(systemMessage(errno))") }
        do {
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
                .write(contentsOf: JSONEncoder().encode(bytes))
        } catch {
            throw Failure("the config cannot be kept: \(error.systemReason)")
        }
    }

    /// Takes over a descriptor that another process has inherited or sent. It is not inherited further.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        close(descriptor)
    }

    /// The bytes that are recorded.
    func bytes() throws(Failure) -> ConfigBytes {
        do {
            // Another opening of the same memory, which is read from its beginning.
            let data = try Data(contentsOf: URL(fileURLWithPath: "/proc/self/fd/\(descriptor)"))
            return try JSONDecoder().decode(ConfigBytes.self, from: data)
        } catch {
            throw Failure("the config that was kept cannot be read: \(error.systemReason)")
        }
    }
}
