import Foundation

/// Reads and checks the config when one of its files changes or a reload is requested, on a thread of its own: a disk may hang.
final class ConfigWatch: Sendable {
    /// A config that was read anew.
    struct Reading: Sendable {
        let bytes: ConfigBytes
        let config: Result<ConfigFile, Failure>
    }

    /// The newest reading that was not taken yet.
    let readings: AsyncStream<Reading>
    private let continuation: AsyncStream<Reading>.Continuation
    private let requests = DispatchSemaphore(value: 0)
    private let read: @Sendable () -> Reading

    /// - Parameter read: reads and checks the config.
    init(_ read: @escaping @Sendable () -> Reading) {
        self.read = read
        (readings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Has the config read, whether its files have changed or not.
    func request() {
        requests.signal()
    }

    /// Begins, with the files of the last config that was read. It goes on until the process ends.
    /// - Parameter begin: told, before each reading, of the files as they stand then.
    func start(watching files: [WatchedFile], _ begin: @escaping @Sendable ([WatchedFile]) -> Void) {
        Thread.detachNewThread { [self] in
            var watch = FileWatch(files)
            while true {
                waitForChange(&watch)
                begin(watch.files)
                let reading = read()
                watch = FileWatch(reading.bytes.files)
                continuation.yield(reading)
            }
        }
    }

    private func waitForChange(_ watch: inout FileWatch) {
        while requests.wait(timeout: .now() + (FileWatch.interval / .seconds(1))) == .timedOut {
            let changed = watch.look()
            guard changed.isEmpty else {
                return Notice.line("Reloading, since there is a change in \(changed.joined(separator: ", "))")
            }
        }
        // Requests that have come together are one.
        while requests.wait(timeout: .now()) == .success {}
    }
}
