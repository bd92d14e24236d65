import Dispatch
import Foundation

/// The wish of whoever runs the process that it end: SIGTERM, or SIGINT from a terminal.
///
/// The first is told, so that what has begun can be finished; one more ends the process at once.
struct TerminationSignals {
    private static let numbers = [SIGTERM, SIGINT]

    private let sources: [any DispatchSourceSignal]
    private let received: AsyncStream<Void>

    /// Heeds every signal that comes after it has returned.
    init() async {
        let (received, continuation) = AsyncStream.makeStream(of: Void.self)
        self.received = received
        sources = Self.numbers.map { DispatchSource.makeSignalSource(signal: $0, queue: .global()) }
        for source in sources {
            source.setEventHandler { continuation.yield() }
            await withCheckedContinuation { registered in
                source.setRegistrationHandler { registered.resume() }
                source.resume()
            }
        }
    }

    /// Returns when the first has come.
    func first() async {
        for await _ in received { break }
        for (source, number) in zip(sources, Self.numbers) {
            // As a shell reports a process that a signal has ended.
            source.setEventHandler { _exit(128 + number) }
        }
    }
}
