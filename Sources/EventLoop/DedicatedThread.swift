import Glibc

/// A thread of the operating system that runs one function and ends.
package enum DedicatedThread {
    private final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        var thread = pthread_t()
        let start = unsafe Unmanaged.passRetained(Start(body))
        // Sound: the new thread takes over the reference, once; if there is no thread, it is released here.
        let result = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            },
            start.toOpaque()
        )
        guard result == 0 else {
            unsafe start.release()
            throw SystemError("start a thread", code: result)
        }
        pthread_detach(thread)
    }
}

/// An event loop on a thread of its own, for callers that run on no loop. It ends with its last reference.
package final class DedicatedEventLoop: Sendable {
    package let loop: EventLoop

    package static let descriptorCount = 2

    /// Added to the process's niceness (nice(2)): the thread gets about a thirtieth of a processor that another keeps
    /// busy.
    private static let backgroundNiceness: Int32 = 15

    package init(inBackground: Bool = false) throws(SystemError) {
        let loop = try EventLoop()
        try DedicatedThread.start {
            // On Linux, of the calling thread alone.
            if inBackground { _ = nice(Self.backgroundNiceness) }
            loop.occupyThread { loop.run(onEvent: { _ in }, beforeWaiting: { _ in .distantFuture }) }
        }
        self.loop = loop
    }

    deinit {
        loop.stop()
    }
}
