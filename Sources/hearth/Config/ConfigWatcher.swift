import Foundation

/// Reads and checks the config when one of its files changes or a reload is requested, on a thread of its own: a disk may hang.
///
/// A look at the files follows links and takes them by their names, so that it does not matter how one came to be another: written
/// where it is, put in another's place, or behind a link that was turned, as Kubernetes turns those of a ConfigMap.
final class ConfigWatcher: Sendable {
    /// A config that was read.
    struct Reading: Sendable {
        let bytes: ConfigBytes
        let config: Result<ConfigFile, Failure>
    }

    /// The time between two looks, in seconds.
    private static let interval = 0.5

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
    func start(watching files: [ObservedFile], _ begin: @escaping @Sendable ([ObservedFile]) -> Void) {
        Thread.detachNewThread { [self] in
            var files = files
            while true {
                waitForChange(of: files)
                begin(files.map { ObservedFile(at: $0.path) })
                let reading = read()
                files = reading.bytes.files
                continuation.yield(reading)
            }
        }
    }

    /// Returns when a reload is requested, or files have changed and two looks in a row have found them the same: a file that is being
    /// written is left alone.
    private func waitForChange(of files: [ObservedFile]) {
        var lastLook: [ObservedFile] = []
        while requests.wait(timeout: .now() + Self.interval) == .timedOut {
            let look = files.map { ObservedFile(at: $0.path) }
            if look != files, look == lastLook {
                let changed = zip(files, look).filter { $0 != $1 }.map(\.1.path)
                return StandardErrorMessage.line(
                    "Reloading, since there is a change in \(changed.joined(separator: ", "))"
                )
            }
            lastLook = look
        }
        // Requests that have come together are one.
        while requests.wait(timeout: .now()) == .success {}
    }
}
