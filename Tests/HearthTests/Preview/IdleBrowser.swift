import Foundation
import Synchronization

/// A browser that waits for the next test: to start one takes longer than most tests.
enum IdleBrowser {
    private static let waiting = Mutex<Browser?>(nil)

    /// Ends the browser with the tests.
    private static let endsAtExit: Void = { atexit { waiting.withLock { $0 = nil } } }()

    /// Runs `body` with the browser, or with a new one if that is lent already. It is lent again unless `body` throws.
    static func lend(to body: (Browser) throws -> Void) throws {
        endsAtExit
        let idle = waiting.withLock { browser in
            defer { browser = nil }
            return browser
        }
        let browser: Browser
        if let idle, (try? idle.reset()) != nil { browser = idle } else { browser = try Browser() }
        try body(browser)
        waiting.withLock { $0 = browser }
    }
}
