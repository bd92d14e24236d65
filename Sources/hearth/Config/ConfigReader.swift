import EventLoop
import Foundation

struct ConfigBytes: Codable, Sendable {
    var readAt = Timestamp.now()
    /// Taken before each file was read, in the order of reading.
    var files: [FileStatus] = []
    /// By path.
    var texts: [String: Data] = [:]
}

/// The status of a file, to detect changes.
struct FileStatus: Hashable, Codable {
    let path: String
    /// Changes whenever the file is written, replaced or gets other permissions; `nil` if there is no file.
    private let state: [Int64]?

    /// - Parameter path: Symbolic links are followed.
    init(at path: String) {
        var status = stat()
        // Sound: the path is a terminated text, and the kernel writes one status into the variable.
        let code = unsafe stat(path, &status)
        self.path = path
        // The status change time (inode(7)), unlike the modification time, cannot be set by programs.
        let (time, device, file) = (status.st_ctim, Int64(truncatingIfNeeded: status.st_dev), status.st_ino)
        let numbers = [device, Int64(bitPattern: UInt64(file)), Int64(status.st_size)]
        state = code == 0 ? numbers + [Int64(time.tv_sec), Int64(time.tv_nsec)] : nil
    }
}

/// Reads the files of a config, each once: the config itself, and those that it or the command line names.
///
/// A server watches these files, and passes their bytes to the next worker.
final class ConfigReader {
    let path: String
    private(set) var bytes: ConfigBytes
    /// All files come from `bytes`.
    private let isSaved: Bool

    /// - Parameter saved: The files of an earlier reading; if `nil`, the files on the disk are read.
    init(of path: String, saved: ConfigBytes? = nil) {
        self.path = path
        bytes = saved ?? ConfigBytes()
        isSaved = saved != nil
    }

    /// Reads a file that the config names, relative to the config's folder.
    /// - Parameter other: Another config that the config names: the file is relative to its folder.
    func file(_ name: String, besides other: String? = nil) throws(Failure) -> [UInt8] {
        var folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        if let other { folder = URL(fileURLWithPath: other, relativeTo: folder).deletingLastPathComponent() }
        return try file(at: URL(fileURLWithPath: name, relativeTo: folder).path, name: name)
    }

    /// - Parameter name: For error messages; the path if missing.
    func file(at path: String, name: String? = nil) throws(Failure) -> [UInt8] {
        let name = name ?? path
        if let text = bytes.texts[path] { return Array(text) }
        guard !isSaved else { throw Failure("\(name) was not saved") }
        // Before reading, so that a change during the reading is detected.
        bytes.files.append(FileStatus(at: path))
        do {
            let text = try Data(contentsOf: URL(fileURLWithPath: path))
            bytes.texts[path] = text
            return Array(text)
        } catch {
            throw Failure("\(name) cannot be read: \(error.systemReason)")
        }
    }
}
