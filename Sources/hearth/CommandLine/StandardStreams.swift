import Bytes
import EventLoop
import Foundation
import HomeFeed

/// Opens `/dev/null` for standard streams that are closed, so that no socket or store file takes their number. Call this
/// before anything is opened.
func openStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
        // Sound: the path is a terminated text. The lowest free number is assigned, which is this one.
        _ = unsafe open("/dev/null", O_RDWR)
    }
}

enum StandardError {
    /// Writes a line, without passwords of addresses. The message is lost if standard error is full or closed.
    static func line(_ message: String) {
        var stream = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        // Sound: there is one stream, which outlives the call.
        guard unsafe poll(&stream, 1, 0) == 1 else { return }
        try? FileHandle.standardError.write(contentsOf: Data("hearth: \(message.maskingPasswords)\n".utf8))
    }

    static func failure(of load: SourceLoad) {
        guard let failure = load.failure else { return }
        line(load.widget.map { "the widget \"\($0)\" could not be loaded: \(failure)" } ?? "no home: \(failure)")
    }
}

enum StandardOutput {
    static func line(_ text: String) throws(Failure) {
        try line(text.utf8)
    }

    static func line(_ text: some Sequence<UInt8>) throws(Failure) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text) + Data("\n".utf8))
        } catch {
            throw Failure("standard output cannot be written: \(error.systemReason)")
        }
    }
}

/// - Parameters:
///   - rows: All of the same length.
///   - trailing: The columns whose texts end at the same place, such as numbers.
func textTable(_ rows: [[String]], trailing: Range<Int> = 0..<0) -> String {
    guard let columns = rows.first?.indices else { return "" }
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
        let cells = columns.map { column in
            let padding = String(repeating: " ", count: widths[column] - row[column].count)
            return trailing.contains(column) ? padding + row[column] : row[column] + padding
        }
        var line = cells.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }.joined(separator: "\n")
}

extension Error {
    /// The system's message for an error of Foundation's file functions.
    var systemReason: String {
        let error = self as NSError
        let underlying = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
        guard let system = underlying, system.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
        return systemMessage(Int32(system.code))
    }
}
