import CatalogueImport
import Catalogue
import Revisions
import StoreCopy

/// `hearth copy --from sqlite:FILE --to postgresql://…`
enum CopyCommand: Command {
    static let name = "copy"
    static let summary = "Moves a store from a file into a PostgreSQL database; run again, it goes on where it was."
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
        var steps = CopySteps()
        let result = Result { () throws(StoreCopyError) in
            try StoreCopy(from: path, to: url).run { steps.report($0) }
        }
        steps.finish()
        switch result {
        case .success(let report):
            try Output.line(table(of: report))
            try Output.line("\(path) is copied: the same on both sides")
        case .failure(let error):
            if case .differs(let report) = error { try Output.line(table(of: report)) }
            throw Failure(error, from: path)
        }
    }

    private static func table(of report: StoreCopy.Report) -> String {
        func columns(_ digest: Digest) -> [String] { ["\(digest.rows)", "\(Revision(rawValue: digest.sum))"] }
        let rows = report.tables.map { table in
            [table.name] + columns(table.source) + columns(table.target)
                + [table.source == table.target ? "the same" : "differs"]
        }
        return Table([["table", "rows", "checksum", "copied", "checksum", ""]] + rows).text
    }
}

/// The progress of a copy on standard error, step by step.
private struct CopySteps {
    /// The step under way: when it began, and with how many rows done.
    private var current: (first: StoreCopy.Progress, start: ContinuousClock.Instant, reporter: ProgressReporter)?

    mutating func report(_ progress: StoreCopy.Progress) {
        if current?.first.step != progress.step {
            finish()
            if progress.step == .checking { Notice.line("all rows are there; now they are read again, on both sides") }
            if progress.step == .copying, progress.rows > 0 {
                Notice.line("\(progress.rows) of \(progress.totalRows) rows are there already")
            }
            current = (progress, .now, ProgressReporter())
        }
        guard let (first, start, _) = current else { return }
        let (done, all) = (progress.rows - first.rows, progress.totalRows - first.rows)
        current?.reporter.report(
            RecordProgress(
                fraction: all > 0 ? Double(done) / Double(all) : nil,
                records: done,
                elapsed: start.duration(to: .now)
            )
        )
    }

    mutating func finish() { current?.reporter.finish() }
}

extension Failure {
    /// A copy of the store at `path` that `error` ended.
    fileprivate init(_ error: StoreCopyError, from path: String) {
        let anew = "begin anew, with an empty database"
        switch error {
        case .source(let error): self.init("\(path) cannot be read: \(error.explanation)")
        case .target(let error): self.init("the database does not do its part: \(error.explanation)")
        case .inUse: self.init("the database holds something already: expected an empty one, as createdb makes it")
        case .underWay: self.init("another copy into the database is under way")
        case .changed: self.init("\(path) is not the store, or not as it was, when the copy was begun: \(anew)")
        case .disturbed: self.init("something else has written to the database since the copy was begun: \(anew)")
        case .unfit(let table, let column, let row):
            self.init("\(path): what is to stand in \(column) of \(table) cannot be read, in the row \(row)")
        case .differs(let report):
            let names = report.differing.joined(separator: ", ")
            self.init("what is in the database is not what is in \(path), in \(names): \(anew)")
        }
    }
}
