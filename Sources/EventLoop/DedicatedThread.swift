import Glibc

/// A thread of the operating system that runs one function and is gone.
package enum DedicatedThread {
    private final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// - Throws: ``SystemError`` where the system has no thread to give.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        var thread = pthread_t()
        let start = unsafe Unmanaged.passRetained(Start(body))
        // Sound: the reference that is passed is taken over by the new thread, once, or released here where there is
        // no thread.
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
