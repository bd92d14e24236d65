import Foundation

/// What a worker waits for while it serves: its supervisor's word that it is to leave, or the supervisor's end.
struct Dismissal {
    /// What closing the store and the like may take, in seconds.
    private static let margin: Int64 = 5

    private let came: AsyncStream<Void>
    private let grace: Duration

    /// - Parameters:
    ///   - grace: how long the worker then has to finish. Where it has not, and no supervisor is left to end it, the system
    ///     does.
    ///   - reload: called where the supervisor wants the config read anew.
    init(over lifeline: Lifeline, grace: Duration, reload: @escaping @Sendable () -> Void) {
        let (came, continuation) = AsyncStream.makeStream(of: Void.self)
        self.came = came
        self.grace = grace
        // A thread of its own: whatever the others are stuck in, the port is let go of.
        Thread.detachNewThread {
            listening: while true {
                switch lifeline.hear(waits: true) {
                case .word(.leave, _):
                    break listening
                case .word(.reload, _):
                    reload()
                case .word, .silence:
                    continue
                case .end:
                    Notice.line("The supervisor is gone: shutting down")
                    break listening
                }
            }
            Self.limitEnd(grace)
            continuation.finish()
        }
    }

    /// Lets the system end this process where it has not ended by itself after the grace.
    func limitEnd() { Self.limitEnd(grace) }

    private static func limitEnd(_ grace: Duration) {
        alarm(UInt32(clamping: grace.components.seconds + margin))
    }

    /// Returns when it has come.
    func wait() async {
        for await _ in came {}
    }
}
