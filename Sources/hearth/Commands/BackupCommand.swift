import Catalogue
import Foundation
import SQLiteStore

enum BackupCommand: Command {
    static let name = "backup"
    static let summary = "Copies an SQLite store to a file, while it is in use."
    static let operands = ["COPY"]
    static let flags = [Flag.store]

    private static let progressInterval = Duration.seconds(3)

    static func run(_ arguments: Arguments) async throws {
        guard case .file(let path) = try StoreLocation(arguments.required("store")) else {
            throw Failure("hearth backup copies SQLite files; for PostgreSQL, use pg_dump or a base backup with WAL")
        }
        let store = try StoreLocation.existing(path)
        let copy = arguments.operands[0]
        guard !FileManager.default.fileExists(atPath: copy) else { throw Failure("\(copy) already exists") }
        var nextReport = ContinuousClock.now + progressInterval
        do {
            try SQLiteStore.backUp(store, to: copy) { share in
                guard ContinuousClock.now >= nextReport else { return }
                nextReport = .now + progressInterval
                StandardError.line("\(Int(share * 100))% of \(store) copied")
            }
        } catch {
            throw Failure("\(store) was not copied: \(error.explanation)")
        }
        try StandardOutput.line("\(store) copied to \(copy)")
    }
}
