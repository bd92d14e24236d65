import Foundation

/// A file of the config, as it stood when it was looked at.
struct ObservedFile: Hashable, Codable {
    let path: String
    /// What is different once a file was written, replaced, or is another behind the same link, and once it may be read by
    /// others than before; `nil` where there was no file.
    private let state: [Int64]?

    /// Looks at the file at `path`, or at what the links there lead to.
    init(at path: String) {
        var status = stat()
        // Sound: the path is a terminated text, and the kernel writes one status into the variable.
        let code = unsafe stat(path, &status)
        self.path = path
        // The time is that of the file's status (inode(7)), which no program can set back as it can that of its content.
        let (time, device, file) = (status.st_ctim, Int64(truncatingIfNeeded: status.st_dev), status.st_ino)
        let numbers = [device, Int64(bitPattern: UInt64(file)), Int64(status.st_size)]
        state = code == 0 ? numbers + [Int64(time.tv_sec), Int64(time.tv_nsec)] : nil
    }
}
