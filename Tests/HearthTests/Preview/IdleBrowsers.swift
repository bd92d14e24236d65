import Foundation
import Synchronization

/// Browsers that wait for the next test: to start one takes longer than most tests.
enum IdleBrowsers {
    private static let all = Mutex<[Browser]>([])

    /// Ends the browsers with the tests.
    private static let endAtExit: Void = { atexit { all.withLock { $0 = [] } } }()

    /// Runs `body` with a browser of its own, which is lent again unless `body` throws.
    static func lend<Value>(to body: (Browser) throws -> Value) throws -> Value {
        endAtExit
        let browser: Browser
        if let idle = all.withLock({ $0.popLast() }), (try? idle.reset()) != nil {
            browser = idle
        } else {
            browser = try Browser()
        }
        let value = try body(browser)
        all.withLock { $0.append(browser) }
        return value
    }
}
