import Catalogue

/// Imports the records of files.
///
/// All files are read before anything is written: their items are staged, each id once, and then upserted in batches,
/// each of which is one write of the store. An import that was killed is completed by running it again, and a completed
/// one then changes nothing.
public struct CatalogueImporter: ~Copyable {
    /// How many items go to the store in one write.
    public static let batchSize = 1_000
    /// The longest record that is read, in bytes.
    public static let maximumRecordSize = 1 << 20

    /// What an import may do.
    public struct Options: Sendable {
        /// How many records of a file may be refused; beyond that nothing of the file is kept.
        public var maxRefused = Threshold.percent(50)
        /// Which items are withdrawn that no record has the id of; `nil` for none.
        public var replacement: ReplacementScope?
        /// How many of the items in that scope may be withdrawn; beyond that nothing is written.
        public var maxWithdrawn = Threshold.percent(30)
        /// How many bytes the catalogue may take; `nil` for any number.
        public var catalogueLimit: Int?
        /// Whether nothing is written.
        public var isDryRun = false

        /// The defaults.
        public init() {}
    }

    /// What became of the records of one file.
    public struct FileReport: Sendable {
        /// Records that were read, and how many of them were refused or left out.
        public internal(set) var (read, refused, leftOut) = (0, 0, 0)
        /// Why records were refused.
        public internal(set) var refusals = RejectionSummary()
        /// `12 of 1,000 records were refused`.
        public var refusedShare: String { "\(refused.grouped) of \(read.grouped) records were refused" }
        /// Whether its items are kept: no more records were refused than may be.
        public internal(set) var isKept = true
    }

    private let mapping: Mapping
    private let options: Options
    private let staged: StagedItems
    private var summary = ImportSummary()
    private let start = ContinuousClock.now

    /// An import by a mapping of files that are still to be read.
    public init(mapping: Mapping, options: Options = Options()) throws(ImportError) {
        self.mapping = mapping
        self.options = options
        staged = try StagedItems(mapping.repeats)
    }

    // MARK: Reading

    /// Reads a file, CSV or NDJSON as the mapping says, gzipped or not. No store is needed.
    /// - Parameters:
    ///   - path: the file's path; `-` for standard input.
    ///   - rejects: the file for records that cannot be read (see ``Rejection``), which replaces an earlier one, and is
    ///     not left where
    ///     every record could be read; `nil` for none.
    ///   - progress: called from time to time.
    /// - Throws: ``ImportError`` where the file cannot be read, or has not the columns of the mapping.
    public mutating func read(
        _ path: String,
        rejects: String? = nil,
        progress: (RecordProgress) -> Void = { _ in }
    ) throws(ImportError) -> FileReport {
        let file = try FileSource(path: path)
        var reader = try mapping.layout.reader(
            of: file,
            columns: mapping.columns,
            maximumRecordSize: Self.maximumRecordSize
        )
        let rejected = try rejects.map { path throws(ImportError) in try RejectsFile(path: path) }
        var report = FileReport()
        let before = try staged.size.count
        do throws(ImportError) {
            try staged.transaction { () throws(ImportError) in
                while let outcome = try reader.next() {
                    report.read += 1
                    switch mapping.item(of: outcome) {
                    case .success(let item?): try staged.add(item)
                    case .success(nil): report.leftOut += 1
                    case .failure(let rejection):
                        report.note(rejection)
                        rejected?.append(rejection)
                    }
                    guard report.read % Self.batchSize == 0 else { continue }
                    try rejected?.flush()
                    progress(
                        RecordProgress(
                            fraction: file.fraction,
                            records: summary.read + report.read,
                            elapsed: start.duration(to: .now)
                        )
                    )
                }
                try rejected?.flush()
                if !options.maxRefused.allows(report.refused, of: report.read) { throw .tooManyRefused }
            }
        } catch .tooManyRefused {
            report.isKept = false
            return report
        }
        summary.read += report.read
        summary.refused += report.refused
        summary.leftOut += report.leftOut
        let added = try staged.size.count - before
        summary.repeated += report.read - report.refused - report.leftOut - added
        return report
    }

    // MARK: Writing

    /// Brings what was read into the store.
    /// - Parameter progress: called after each batch.
    /// - Returns: what became of the records of all files that are kept.
    /// - Throws: ``ImportError``. Where it is the store's, the batches before it are in the store, and nothing is
    ///   withdrawn.
    public consuming func write(
        into store: some ItemStore,
        progress: (RecordProgress) -> Void = { _ in }
    ) async throws(ImportError) -> ImportSummary {
        let comparison = try await StoreComparison(of: store, with: staged, mapping, options)
        var summary = summary
        if options.isDryRun {
            summary.new = comparison.new
            summary.changed = comparison.changed
            summary.unchanged = comparison.unchanged
            summary.withdrawn = comparison.withdrawn.count
            return summary
        }
        let (count, start) = (try staged.size.count, ContinuousClock.now)
        var (place, written) = (0, 0)
        do {
            var items = try staged.items(after: &place, limit: Self.batchSize)
            while !items.isEmpty {
                let batch = items
                // While the store writes, the next ones are read.
                async let outcomes = store.upsert(batch)
                items = try staged.items(after: &place, limit: Self.batchSize)
                summary.count(try await outcomes)
                written += batch.count
                progress(
                    RecordProgress(
                        fraction: Double(written) / Double(count),
                        records: written,
                        elapsed: start.duration(to: .now)
                    )
                )
            }
            if !comparison.withdrawn.isEmpty { summary.withdrawn = try await store.remove(comparison.withdrawn) }
        } catch let error as StoreError {
            throw .store(error)
        } catch let error as ImportError {
            throw error
        } catch {
            preconditionFailure("\(error) is an error of neither the store nor the import")
        }
        return summary
    }
}

extension Mapping {
    /// The item that a reader found; `nil` where the mapping does not want the record.
    fileprivate func item(of outcome: RecordOutcome) -> Result<CatalogueItem?, Rejection> {
        switch outcome {
        case .refused(let rejection): return .failure(rejection)
        case .record(let record):
            do throws(ValueError) {
                for condition in conditions where try !condition.isMet(by: record) { return .success(nil) }
                return .success(try fields.item(of: record))
            } catch {
                return .failure(error.rejection(of: record))
            }
        }
    }
}

extension CatalogueImporter.FileReport {
    fileprivate mutating func note(_ rejection: Rejection) {
        refused += 1
        refusals.add(rejection)
    }
}

extension ImportSummary {
    fileprivate mutating func count(_ outcomes: [UpsertOutcome]) {
        for outcome in outcomes {
            switch outcome {
            case .added: new += 1
            case .changed: changed += 1
            case .unchanged: unchanged += 1
            }
        }
    }
}
