import Catalogue
import Import

/// `hearth copy --from sqlite:FILE --to postgresql://…`
enum CopyCommand: Command {
    static let name = "copy"
    static let summary = "Copies a store from a file into a PostgreSQL database, completely or not at all."
    static let flags = [
        Flag("from", "sqlite:FILE", "the store, to which nobody writes meanwhile"),
        Flag("to", "postgresql://…", "the empty database that becomes the store"),
    ]

    private static let scheme = "sqlite:"

    static func run(_ arguments: Arguments) async throws {
        // Neither is shown where it is something else: an address may hold a password.
        let from = try arguments.required("from")
        guard from.hasPrefix(scheme), from != scheme else { throw UsageError("--from: expected sqlite:FILE") }
        guard case .servers(let url) = StoreLocation(try arguments.required("to")) else {
            throw UsageError("--to: expected postgresql://USER@HOST/DATABASE")
        }
        let path = try StoreLocation.existing(String(from.dropFirst(scheme.count)))
        var reporter = ProgressReporter()
        let start = ContinuousClock.now
        let result = Result { () throws(StoreCopyError) in
            try StoreCopy(from: path, to: url).run { done, total in
                reporter.report(
                    RecordProgress(
                        fraction: Double(done) / Double(total),
                        records: done,
                        elapsed: start.duration(to: .now)
                    )
                )
            }
        }
        reporter.finish()
        switch result {
        case .success(let tables):
            try StandardOutput.line(text(of: tables))
            try StandardOutput.line("\(path) is copied: the same on both sides")
        case .failure(let error):
            if case .differs(let tables) = error { try StandardOutput.line(text(of: tables)) }
            throw Failure(error, from: path)
        }
    }

    private static func text(of tables: [StoreCopy.TextTable]) -> String {
        let rows = tables.map { table in
            [
                table.name, "\(table.source.rows)", "\(table.target.rows)",
                table.source == table.target ? "the same" : "differs",
            ]
        }
        return TextTable([["table", "rows", "copied", ""]] + rows).text
    }
}

extension Failure {
    /// A copy of the store at `path` that `error` ended.
    fileprivate init(_ error: StoreCopyError, from path: String) {
        switch error {
        case .source(let error): self.init("\(path) cannot be read: \(error.explanation)")
        case .target(let error): self.init("the database does not do its part: \(error.explanation)")
        case .inUse: self.init("the database holds something already: expected an empty one, as createdb makes it")
        case .busy: self.init("another program, perhaps another copy, writes to the database")
        case .unfit(let table, let column, let row):
            self.init("\(path): what is to stand in \(column) of \(table) cannot be read, in the row \(row)")
        case .differs: self.init("what was written to the database is not what is in \(path): nothing is copied")
        }
    }
}
