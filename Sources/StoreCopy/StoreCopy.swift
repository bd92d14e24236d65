import PostgreSQL
import Catalogue

/// Moves a whole store from a file of SQLite's into a PostgreSQL database.
///
/// What the copy has come to stands in the database, in the same transactions as the rows: however it ends, the next run goes on
/// where this one has come to. It takes one state of the source; what is written to it meanwhile is not copied, and has the next
/// run refuse to go on. So stop whoever writes to it. Nobody may open the target before the copy is whole.
public struct StoreCopy {
    private let path: String
    private let url: String
    private let rowsPerTransaction: Int

    /// How far a copy is.
    public struct Progress: Hashable, Sendable {
        /// What it does.
        public enum Step: Sendable {
            /// Rows go into the target.
            case copying
            /// All rows are read again, on both sides.
            case checking
        }

        /// What it does.
        public var step: Step
        /// How many rows are done, those of earlier runs included.
        public var rows: Int
        /// How many there are to do.
        public var totalRows: Int
    }

    /// What was found when all was read again.
    public struct Report: Hashable, Sendable {
        /// What a table holds on both sides.
        public struct Table: Hashable, Sendable {
            /// Its name in the target.
            public let name: String
            /// What the source has of it.
            public let source: Digest
            /// What the target has.
            public let target: Digest
        }

        /// The tables, in the order in which they were copied.
        public internal(set) var tables: [Table] = []

        /// The names of the tables that differ.
        public var differing: [String] { tables.filter { $0.source != $0.target }.map(\.name) }
    }

    /// A copy that has yet to run.
    /// - Parameters:
    ///   - path: The source's file, which has to be there. It is brought up to date, as by whoever opens it.
    ///   - url: The target's servers, as libpq reads them: `postgresql://user@host/hearth`. The database is empty, or has what an
    ///     earlier run has left there.
    public init(from path: String, to url: String) {
        self.init(from: path, to: url, rowsPerTransaction: 10_000)
    }

    init(from path: String, to url: String, rowsPerTransaction: Int) {
        self.path = path
        self.url = url
        self.rowsPerTransaction = rowsPerTransaction
    }

    /// Copies the store, or the rest of it, then reads all of it again, on both sides. The thread waits as long as it takes.
    /// - Parameter progress: called when a step begins, after each transaction, and while all is read again.
    /// - Returns: what was read: the same on both sides.
    /// - Throws: ``StoreCopyError``.
    public func run(progress: (Progress) -> Void = { _ in }) throws(StoreCopyError) -> Report {
        let source = try Source(path)
        let target = try Target(url)
        let marks = try target.begin(source.revision())
        try copy(source, to: target, from: marks, progress)
        let report = try check(source, target, progress)
        guard report.differing.isEmpty else { throw .differs(report) }
        try target.end()
        return report
    }

    private func copy(
        _ source: Source,
        to target: Target,
        from marks: [String: Target.Mark],
        _ progress: (Progress) -> Void
    ) throws(StoreCopyError) {
        let total = try source.count(Table.copied)
        var done = Table.copied.reduce(0) { $0 + (marks[$1.name]?.rows ?? 0) }
        progress(Progress(step: .copying, rows: done, totalRows: total))
        for table in Table.copied {
            var mark = marks[table.name] ?? Target.Mark()
            var batch: [[Value]] = []
            func write() throws(StoreCopyError) {
                if batch.isEmpty { return }
                mark.rows += batch.count
                try target.append(batch, to: table, mark)
                done += batch.count
                batch.removeAll(keepingCapacity: true)
                progress(Progress(step: .copying, rows: done, totalRows: total))
            }
            try source.forEachRow(of: table, after: mark.last) { (last, values) throws(StoreCopyError) in
                mark.last = last
                batch.append(values)
                if batch.count == rowsPerTransaction { try write() }
            }
            try write()
        }
        if marks[Table.store.name]?.rows == 0 { try target.finish(source) }
    }

    private func check(
        _ source: Source,
        _ target: Target,
        _ progress: (Progress) -> Void
    ) throws(StoreCopyError) -> Report {
        let tables = Table.copied + [.store]
        let total = try 2 * source.count(tables)
        var done = 0
        progress(Progress(step: .checking, rows: done, totalRows: total))
        func count() {
            done += 1
            if done.isMultiple(of: rowsPerTransaction) || done == total {
                progress(Progress(step: .checking, rows: done, totalRows: total))
            }
        }
        var report = Report()
        for table in tables {
            var (before, after) = (Digest(), Digest())
            try source.forEachRow(of: table) { (_, values) in
                before.add(values)
                count()
            }
            try target.forEachRow(of: table) { values in
                after.add(values)
                count()
            }
            report.tables.append(Report.Table(name: table.name, source: before, target: after))
        }
        return report
    }
}
