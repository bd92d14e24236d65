import Foundation

/// Reads the config again when one of its files changes or a reload is requested, on a dedicated thread, since disks
/// may hang.
///
/// Files are compared by path, so that all ways to change one are detected: writing, renaming over it, and retargeting
/// a symbolic link, as Kubernetes does for a ConfigMap.
final class ConfigWatcher: Sendable {
    struct Reading: Sendable {
        let bytes: ConfigBytes
        let config: Result<ConfigFile, Failure>
    }

    /// In seconds.
    private static let interval = 0.5

    /// The newest reading that was not consumed yet.
    let readings: AsyncStream<Reading>
    private let continuation: AsyncStream<Reading>.Continuation
    private let requests = DispatchSemaphore(value: 0)
    private let read: @Sendable () -> Reading

    init(_ read: @escaping @Sendable () -> Reading) {
        self.read = read
        (readings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Reloads even if no file changed.
    func requestReload() {
        requests.signal()
    }

    /// Starts watching the files of the last reading, until the process ends.
    /// - Parameter willRead: Called before each reading with the current status of the files.
    func start(watching files: [FileStatus], _ willRead: @escaping @Sendable ([FileStatus]) -> Void) {
        Thread.detachNewThread { [self] in
            var files = files
            while true {
                waitForChange(of: files)
                willRead(files.map { FileStatus(at: $0.path) })
                let reading = read()
                files = reading.bytes.files
                continuation.yield(reading)
            }
        }
    }

    /// Returns on a request, or when files changed and two checks in a row found the same status, so that a file is not
    /// read while it is being written.
    private func waitForChange(of files: [FileStatus]) {
        var last: [FileStatus] = []
        while requests.wait(timeout: .now() + Self.interval) == .timedOut {
            let current = files.map { FileStatus(at: $0.path) }
            if current != files, current == last {
                let changed = zip(files, current).filter { $0 != $1 }.map(\.1.path)
                return StandardError.line("Config changed, reloading: \(changed.joined(separator: ", "))")
            }
            last = current
        }
        // Combine pending requests.
        while requests.wait(timeout: .now()) == .success {}
    }
}
