/// A loop with a thread of its own and nothing on it but guests: for those who have no loop, but have to wait on one.
package final class DedicatedEventLoop: Sendable {
    /// The loop, which runs for as long as this is there.
    package let loop: EventLoop

    /// - Throws: ``SystemError`` where the system has no descriptor or thread to give.
    package init() throws(SystemError) {
        let loop = try EventLoop()
        try DedicatedThread.start {
            loop.occupyThread { loop.run(onChange: { loop.tellGuest($0) }, beforeWaiting: { _ in .max }) }
        }
        self.loop = loop
    }

    deinit {
        loop.end()
    }
}
