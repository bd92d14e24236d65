import Glibc

/// Where the bytes of an import come from, in pieces of whatever size.
protocol ByteSource: AnyObject {
    /// The next bytes: at most `count` of them, and none only at the end.
    func read(upTo count: Int) throws(ImportError) -> [UInt8]
}

/// The bytes of a file as they are on disk.
final class FileSource: ByteSource {
    /// The file's size in bytes; `nil` where it has none to speak of, as a pipe.
    let size: Int64?
    /// How many bytes were read so far.
    private(set) var position: Int64 = 0
    private let path: String
    private let descriptor: Int32

    /// What share of the file was read, where its size is known.
    var fraction: Double? { size.flatMap { $0 > 0 ? min(1, Double(position) / Double($0)) : nil } }

    /// Opens the file at `path`; `-` is standard input.
    /// - Throws: ``ImportError/unreadable(path:reason:)``.
    init(path: String) throws(ImportError) {
        // Sound: the system reads the path during the call.
        descriptor = path == "-" ? dup(STDIN_FILENO) : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: systemError()) }
        self.path = path
        var status = stat()
        // Sound: fstat writes one whole `stat`, which outlives the call.
        let known = unsafe fstat(descriptor, &status) == 0
        size = known && status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    }

    deinit { close(descriptor) }

    func read(upTo count: Int) throws(ImportError) -> [UInt8] {
        while true {
            var result = 0
            // Sound: the system writes at most the capacity of the buffer, and says how much it wrote.
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
                result = unsafe Glibc.read(descriptor, buffer.baseAddress, count)
                initializedCount = max(0, result)
            }
            if result >= 0 {
                position += Int64(result)
                return bytes
            }
            if errno != EINTR { throw .unreadable(path: path, reason: systemError()) }
        }
    }
}

/// What the system says of its last error.
func systemError() -> String {
    // Sound: strerror returns a terminated text, copied before the next call.
    unsafe String(cString: strerror(errno))
}
