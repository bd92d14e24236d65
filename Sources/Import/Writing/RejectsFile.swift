import Glibc

/// The NDJSON file of rejected records, one ``Rejection`` a line: `{"line", "column", "reason", "record"}`. There is
/// none without rejections.
final class RejectsFile {
    private let path: String
    private var descriptor: Int32 = -1
    private var unwritten: [UInt8] = []

    /// Removes the file of an earlier import at `path`.
    init(path: String) throws(ImportError) {
        self.path = path
        // Sound: the system reads the path during the call.
        if unsafe unlink(path) != 0, errno != ENOENT { throw failure }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func append(_ rejection: Rejection) {
        unwritten.append(contentsOf: rejection.json.utf8)
        unwritten.append(.lineFeed)
    }

    func flush() throws(ImportError) {
        // Sound: the system reads the path during the call.
        if descriptor < 0, !unwritten.isEmpty {
            descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw failure }
        }
        while !unwritten.isEmpty {
            // Sound: the system reads the bytes that the array holds, during the call.
            let count = unsafe unwritten.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw failure }
            unwritten.removeFirst(max(0, count))
        }
    }

    private var failure: ImportError { .unwritableRejects(path: path, reason: systemError()) }
}
