import Foundation
import Catalogue
import SQLiteStore

/// `hearth backup --store FILE COPY`
enum BackupCommand: Command {
    static let name = "backup"
    static let summary = "Copies the store into a file of its own, while it is served and written."
    static let operands = ["COPY"]
    static let flags = [Flag.store]

    /// How long nothing is said of how far it is.
    private static let silence = Duration.seconds(3)

    static func run(_ arguments: Arguments) async throws {
        guard case .file(let path) = StoreLocation(try arguments.required("store")) else {
            throw Failure("PostgreSQL has its own: pg_dump, or a base backup and its log")
        }
        let store = try StoreLocation.existing(path)
        let copy = arguments.operands[0]
        guard !FileManager.default.fileExists(atPath: copy) else {
            throw Failure("something is at \(copy) already")
        }
        var next = ContinuousClock.now + silence
        do {
            try SQLiteStore.backUp(store, to: copy) { share in
                guard ContinuousClock.now >= next else { return }
                next = .now + silence
                StandardErrorMessage.line("\(Int(share * 100))% of \(store) is copied")
            }
        } catch {
            throw Failure("\(store) was not copied: \(error.explanation)")
        }
        try StandardOutput.line("\(store) is copied to \(copy)")
    }
}
