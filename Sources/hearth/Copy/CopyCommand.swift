import Catalogue
import Import

/// `hearth copy --from sqlite:FILE --to postgresql://…`
enum CopyCommand: Command {
    static let name = "copy"
    static let summary = "Copies an SQLite store into an empty PostgreSQL database, in one transaction."
    static let flags = [
        Flag("from", "sqlite:FILE", "the source; stop all writers first"),
        Flag("to", "postgresql://…", "the empty target database"),
    ]

    private static let scheme = "sqlite:"

    static func run(_ arguments: Arguments) async throws {
        // Errors do not show the values: a URL may contain a password.
        let from = try arguments.required("from")
        guard from.hasPrefix(scheme), from != scheme else { throw UsageError("--from: expected sqlite:FILE") }
        guard case .servers(let url) = try StoreLocation(arguments.required("to")) else {
            throw UsageError("--to: expected postgresql://USER@HOST/DATABASE")
        }
        let path = try StoreLocation.existing(String(from.dropFirst(scheme.count)))
        var reporter = ProgressReporter()
        let result = Result { () throws(StoreCopyError) in
            try StoreCopy(from: path, to: url).run { done, total in
                reporter.report(done, share: Double(done) / Double(total))
            }
        }
        reporter.finish()
        switch result {
        case .success(let tables):
            try StandardOutput.line(text(of: tables))
            try StandardOutput.line("\(path) copied and verified")
        case .failure(let error):
            if case .differs(let tables) = error { try StandardOutput.line(text(of: tables)) }
            throw Failure(error, from: path)
        }
    }

    private static func text(of tables: [StoreCopy.Table]) -> String {
        let rows = tables.map { table in
            let result = table.source == table.target ? "the same" : "differs"
            return [table.name, "\(table.source.rows)", "\(table.target.rows)", result]
        }
        return textTable([["table", "rows", "copied", ""]] + rows)
    }
}

extension Failure {
    fileprivate init(_ error: StoreCopyError, from path: String) {
        switch error {
        case .source(let error): self.init("\(path) cannot be read: \(error.explanation)")
        case .target(let error): self.init("the database failed: \(error.explanation)")
        case .inUse: self.init("the database is not empty: expected one as createdb makes it")
        case .busy: self.init("another program, perhaps another copy, writes to the database")
        case .differs: self.init("the database differs from \(path) after the copy: nothing was copied")
        }
    }
}
