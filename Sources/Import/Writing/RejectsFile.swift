import EventLoop
import Glibc

/// The NDJSON file of rejected records, one ``Rejection`` a line: `{"line", "column", "reason", "record"}`. There is
/// none without rejections. Beyond ``maxSize``, they are only counted.
final class RejectsFile {
    /// In bytes, without the last line, which has the count.
    static let maxSize = 100_000_000

    private let path: String
    private let maxSize: Int
    private var descriptor: Int32 = -1
    private var unwritten: [UInt8] = []
    private var size = 0
    private var omitted = 0

    /// Removes the file of an earlier import at `path`.
    init(path: String, maxSize: Int = RejectsFile.maxSize) throws(ImportError) {
        self.path = path
        self.maxSize = maxSize
        // Sound: the system reads the path during the call.
        if unsafe unlink(path) != 0, errno != ENOENT { throw failure }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func append(_ rejection: Rejection) {
        let line = omitted > 0 ? "" : rejection.json + "\n"
        size += line.utf8.count
        if omitted > 0 || size > maxSize {
            omitted += 1
        } else {
            unwritten.append(contentsOf: line.utf8)
        }
    }

    /// Writes the count of the rejections for which there was no room.
    func finish() throws(ImportError) {
        if omitted > 0 { unwritten += "{\"omitted\":\(omitted)}\n".utf8 }
        try flush()
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

    private var failure: ImportError { .failure("cannot write the rejected records to \(path): \(systemMessage())") }
}
