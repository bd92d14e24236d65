import Foundation

/// A file of the config, as it stood when somebody looked.
struct WatchedFile: Hashable, Codable {
    let path: String
    /// `nil` where there was none to be seen.
    private let state: State?

    /// What is different once a file was written, replaced, or is another behind the same link, and once it may be read by
    /// others than before.
    private struct State: Hashable, Codable {
        let device: UInt64
        let file: UInt64
        let size: Int64
        let changedSeconds: Int64
        let changedNanoseconds: Int64
    }

    /// Looks at the file at `path`, or at what the links there lead to.
    init(at path: String) {
        var status = stat()
        // Sound: the path is a terminated text, and the kernel writes one status into the variable.
        let code = unsafe stat(path, &status)
        self.path = path
        state =
            code != 0
            ? nil
            : State(
                device: UInt64(status.st_dev),
                file: UInt64(status.st_ino),
                size: Int64(status.st_size),
                // Of the file's status (inode(7)), which no program can set back as it can the time of its content.
                changedSeconds: Int64(status.st_ctim.tv_sec),
                changedNanoseconds: Int64(status.st_ctim.tv_nsec)
            )
    }
}
