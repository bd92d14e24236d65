import CLinux
import Foundation

/// A place in memory for the files of a config, which a worker fills with those that it has read, and from which those that
/// replace it read them again: what is on the disk by then may be half written.
final class ConfigRecord: Sendable {
    let descriptor: Int32

    /// The flag by which a worker learns which one it has inherited.
    static let flag = Flag("config-record", "N", "the descriptor of what is kept of the config")

    /// A record of nothing yet, closed on exec.
    init() throws(Failure) {
        // Sound: the name is a terminated text.
        descriptor = unsafe memfd_create("hearth-config", UInt32(MFD_CLOEXEC))
        guard descriptor >= 0 else { throw Failure("no config can be kept: \(systemMessage(errno))") }
    }

    /// Takes over the one that the supervisor has left open for this process; it is not inherited further.
    init(inherited descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        close(descriptor)
    }

    /// Another opening of the same memory, whose place in it is nobody else's.
    private var url: URL { URL(fileURLWithPath: "/proc/self/fd/\(descriptor)") }

    /// The files of the config at `path` that are kept here; `nil` where there are none yet.
    func files(of path: String) throws(Failure) -> ConfigFiles? {
        do {
            let bytes = try Data(contentsOf: url)
            guard !bytes.isEmpty else { return nil }
            return ConfigFiles(of: path, kept: try JSONDecoder().decode(ConfigFiles.Kept.self, from: bytes))
        } catch {
            throw Failure("what was kept of the config cannot be read: \(error.systemReason)")
        }
    }

    /// Keeps these.
    func keep(_ files: ConfigFiles) throws(Failure) {
        do {
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
                .write(contentsOf: JSONEncoder().encode(files.kept))
        } catch {
            throw Failure("the config cannot be kept: \(error.systemReason)")
        }
    }
}
