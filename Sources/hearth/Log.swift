import Foundation
import HomeFeed

/// What the program says on standard error.
enum Log {
    /// Says `message`. What is lost where standard error is full or closed is only a message, and ends nothing.
    static func line(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data("hearth: \(message)\n".utf8))
    }

    @Sendable static func report(_ failure: SourceFailure) {
        line("the widget \"\(failure.widget)\" could not be loaded: \(failure.reason)")
    }
}
