import Foundation
import HomeFeed

/// What a running server says on standard error.
enum Log {
    static func line(_ message: String) {
        FileHandle.standardError.write(Data("hearth: \(message)\n".utf8))
    }

    @Sendable static func report(_ failure: SourceFailure) {
        line("the widget \"\(failure.widget)\" could not be loaded: \(failure.reason)")
    }
}
