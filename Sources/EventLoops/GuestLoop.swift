import Synchronization

/// A loop with a thread of its own and nothing on it but guests: for those who have no loop, but have to wait on one.
package final class GuestLoop: Sendable {
    /// The loop, which runs for as long as this is there.
    package let loop: EventLoop
    private let isOver: Flag

    /// Whether the thread is to end.
    private final class Flag: Sendable {
        let value = Atomic(false)
    }

    /// - Throws: ``SystemError`` where the system has no descriptor or thread to give.
    package init() throws(SystemError) {
        let loop = try EventLoop()
        let isOver = Flag()
        try LoopThread.start {
            loop.occupyThread {
                loop.run(onChange: { loop.tellGuest($0) }) { _ in
                    isOver.value.load(ordering: .acquiring) ? nil : .max
                }
            }
        }
        self.loop = loop
        self.isOver = isOver
    }

    deinit {
        isOver.value.store(true, ordering: .releasing)
        loop.wake()
    }
}
