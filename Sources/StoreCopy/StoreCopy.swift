import PostgreSQL
import Catalogue

/// Copies a store from an SQLite file into a PostgreSQL database.
///
/// The database keeps the progress of the copy, in the same transactions as the rows: however a run ends, the next one goes on
/// from there. A run copies one state of the source. Later writes to the source are not copied, and the next run refuses to go
/// on, so stop all writers first. No Hearth may open the target before the copy is complete.
public struct StoreCopy {
    private let path: String
    private let url: String
    private let rowsPerTransaction: Int

    /// The progress of a copy.
    public struct Progress: Hashable, Sendable {
        /// The steps of a copy.
        public enum Step: Sendable {
            /// Rows go into the target.
            case copying
            /// All rows are read again and compared, on both sides.
            case checking
        }

        /// The current step.
        public var step: Step
        /// How many rows the step has done, those of earlier runs included.
        public var rows: Int
        /// How many rows the step has to do.
        public var totalRows: Int
    }

    /// The comparison of both sides.
    public struct Report: Hashable, Sendable {
        /// The content of a table on both sides.
        public struct Table: Hashable, Sendable {
            /// The name of the table in the target.
            public let name: String
            /// The content in the source.
            public let source: Digest
            /// The content in the target.
            public let target: Digest
        }

        /// The tables, in the order in which they were copied.
        public internal(set) var tables: [Table] = []

        /// The names of the tables that differ.
        public var differing: [String] { tables.filter { $0.source != $0.target }.map(\.name) }
    }

    /// A copy that has yet to run.
    /// - Parameters:
    ///   - path: The source's file, which has to exist. A file of an earlier version is migrated.
    ///   - url: The target's servers, as libpq reads them: `postgresql://user@host/hearth`. The database is empty, or has the
    ///     progress of an earlier run.
    public init(from path: String, to url: String) {
        self.init(from: path, to: url, rowsPerTransaction: 10_000)
    }

    init(from path: String, to url: String, rowsPerTransaction: Int) {
        self.path = path
        self.url = url
        self.rowsPerTransaction = rowsPerTransaction
    }

    /// Copies the store, or the rest of it, then compares both sides. Blocks the thread until then.
    /// - Parameter progress: called when a step begins, after each transaction, and during the comparison.
    /// - Returns: the comparison, in which both sides are the same.
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
        let total = try source.count(CopiedTable.all)
        var done = CopiedTable.all.reduce(0) { $0 + (marks[$1.name]?.rows ?? 0) }
        progress(Progress(step: .copying, rows: done, totalRows: total))
        for table in CopiedTable.all {
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
        if marks[CopiedTable.store.name]?.rows == 0 { try target.finish(source) }
    }

    private func check(
        _ source: Source,
        _ target: Target,
        _ progress: (Progress) -> Void
    ) throws(StoreCopyError) -> Report {
        let tables = CopiedTable.all + [.store]
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
