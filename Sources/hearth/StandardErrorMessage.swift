import Foundation
import HomeFeed

/// What the program says on standard error.
enum StandardErrorMessage {
    /// Says `message`. What is lost where standard error is full or closed is only a message, and ends nothing; nor does
    /// anything wait for a reader that has stopped reading.
    static func line(_ message: String) {
        var stream = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        // Sound: there is one stream, which outlives the call.
        guard unsafe poll(&stream, 1, 0) == 1 else { return }
        try? FileHandle.standardError.write(contentsOf: Data("hearth: \(message)\n".utf8))
    }

    /// Says that something could not be loaded.
    static func failure(of load: SourceLoad) {
        guard let failure = load.failure else { return }
        line(load.widget.map { "the widget \"\($0)\" could not be loaded: \(failure)" } ?? "no home: \(failure)")
    }
}
