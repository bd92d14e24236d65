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
        let tables = try copy(from: path, to: url)
        try StandardOutput.line(text(of: tables))
        guard tables.allSatisfy(\.isCopied) else {
            throw Failure("the database differs from \(path) after the copy: nothing was copied")
        }
        try StandardOutput.line("\(path) copied and verified")
    }

    private static func copy(from path: String, to url: String) throws -> [StoreCopy.Table] {
        var reporter = ProgressReporter()
        defer { reporter.finish() }
        do {
            return try StoreCopy.run(from: path, to: url) { done, total in
                reporter.report(done, share: Double(done) / Double(total))
            }
        } catch let error as StoreError {
            throw Failure("\(path) cannot be read: \(error.explanation)")
        }
    }

    private static func text(of tables: [StoreCopy.Table]) -> String {
        let rows = tables.map { table in
            let result = table.isCopied ? "the same" : "differs"
            return [table.name, "\(table.source.rows)", "\(table.target.rows)", result]
        }
        return textTable([["table", "rows", "copied", ""]] + rows)
    }
}
