import Foundation
import Catalogue
import SQLiteStore

/// Looks at the file of a store again and again, whether requests come or not.
struct StoreFileMonitor: Sendable {
    let store: SQLiteStore
    let path: String
    let health: StoreHealth

    /// The time between two looks.
    static let interval = Duration.milliseconds(500)
    /// What each SQLite file begins with: <https://www.sqlite.org/fileformat.html>.
    private static let header = Data("SQLite format 3\0".utf8)

    /// Returns when another store is at the path and can be opened: it is whole as far as can be seen, and two looks in a row have
    /// found it the same, so that what is being copied is left alone. Returns early where its task is cancelled.
    func waitForReplacement() async {
        var lastLook: ObservedFile?
        while !Task.isCancelled {
            let failure = store.checkFile()
            health.noteLook(failure)
            if failure?.cause == .replaced {
                await store.detachFromPath()
                let seen = ObservedFile(at: path)
                if seen == lastLook, isStore { return }
                lastLook = seen
            }
            try? await Task.sleep(for: Self.interval)
        }
    }

    private var isStore: Bool {
        guard let file = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)) else { return false }
        return (try? file.read(upToCount: Self.header.count)) == Self.header
    }
}
