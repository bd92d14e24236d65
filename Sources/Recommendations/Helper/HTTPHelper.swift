import EventLoop

/// Sends requests through a process of its own, so that whatever a service answers can end that process and nothing else.
///
/// The process is started, replaced when it dies (after growing pauses), ended when it answers nothing any more, and renewed
/// after a number of requests, without losing what is in flight. A thread of this process's talks to it.
package final class HTTPHelper: Transport {
    private let inbox: HelperRequestQueue

    /// - Parameters:
    ///   - note: is told what happens to the processes, on the thread that talks to them.
    ///   - launch: starts the processes.
    /// - Throws: `SystemError` where the system has no descriptor or thread to give.
    package init(
        limits: HelperLimits = HelperLimits(),
        note: @escaping @Sendable (HelperEvent) -> Void = { _ in },
        launch: @escaping HelperLauncher
    ) throws(SystemError) {
        guard let inbox = HelperRequestQueue() else { throw SystemError("create a helper") }
        self.inbox = inbox
        try DedicatedThread.start {
            var loop = HelperLoop(inbox: inbox, limits: limits, note: note, launch: launch)
            loop.run()
        }
    }

    deinit {
        inbox.close()
    }

    /// Sends the request. Where no process runs, since the last ones have died one after the other, it fails at once.
    package func send(_ request: TransportRequest, within limit: Duration, completion: @escaping Completion) {
        let submission = HelperRequestQueue.Submission(request: request, deadline: .now + limit, completion: completion)
        if !inbox.submit(submission) { completion(.failure(.interrupted("the helper is closed"))) }
    }

    /// Ends the process. What is in flight fails.
    package func close() {
        inbox.close()
    }
}
