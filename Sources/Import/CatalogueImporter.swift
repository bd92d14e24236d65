import Catalogue

/// Imports the records of files.
///
/// All files are read before anything is written: their items are staged, each id once, and then upserted in batches,
/// one store write each. An interrupted import is completed by running it again; a complete one then changes nothing.
public struct CatalogueImporter: ~Copyable {
    static let batchSize = 1_000
    /// The most causes of rejections of a file; further ones are counted together.
    private static let maxCauses = 100

    public struct Options: Sendable {
        /// Rejected records of a file; beyond that, nothing of the file is imported.
        public var maxRejected = Threshold.percent(50)
        /// Which items without a record are removed; `nil` for none.
        public var replacement: ReplacementScope?
        /// Removed items of those in the scope; beyond that, nothing is written.
        public var maxRemoved = Threshold.percent(30)
        /// The catalogue memory in bytes; `nil` for no limit.
        public var catalogueLimit: Int?
        public var isDryRun = false

        public init() {}
    }

    public struct FileReport: Sendable {
        var counts = ImportSummary()
        var rejections: [String: (first: Rejection, count: Int)] = [:]
        /// Whether the items are imported: no more records were rejected than allowed.
        public internal(set) var isKept = true

        public var rejectedShare: String {
            "\(counts.rejected.grouped) of \(counts.read.grouped) records were rejected"
        }

        /// The rejections by column and reason, the most frequent ones first:
        /// `12 × price: expected a number, found "n/a" in line 17`, with the value and line of the first record.
        public var causes: [String] {
            rejections.sorted { ($1.value.count, $0.value.first.line) < ($0.value.count, $1.value.first.line) }
                .map { cause, records in
                    let found = records.first.error.found.map { ", found \($0)" } ?? ""
                    return "\(records.count.grouped) × \(cause)\(found) in line \(records.first.line)"
                }
        }

        mutating func add(_ rejection: Rejection) {
            counts.rejected += 1
            var cause = (rejection.error.column.map { "\($0): " } ?? "") + rejection.error.reason
            if rejections[cause] == nil, rejections.count >= CatalogueImporter.maxCauses { cause = "other reasons" }
            rejections[cause, default: (rejection, 0)].count += 1
        }
    }

    let mapping: Mapping
    let options: Options
    let staged: StagedItems
    private var summary = ImportSummary()

    public init(mapping: Mapping, options: Options = Options()) throws(ImportError) {
        self.mapping = mapping
        self.options = options
        staged = try StagedItems(mapping.duplicates)
    }

    /// Reads a file, CSV or NDJSON as the mapping says, gzipped or not.
    /// - Parameters:
    ///   - path: `-` for standard input.
    ///   - rejects: the path of the rejects file, which replaces an earlier one; `nil` for none.
    /// - Throws: ``ImportError`` if the file cannot be read, or lacks columns of the mapping.
    public mutating func read(
        _ path: String,
        rejects: String? = nil,
        progress: (_ records: Int, _ share: Double?) -> Void = { _, _ in }
    ) throws(ImportError) -> FileReport {
        let file = try FileSource(path: path)
        var reader = try mapping.layout.reader(of: file, columns: mapping.columns)
        let rejectsFile = try rejects.map { path throws(ImportError) in try RejectsFile(path: path) }
        var report = FileReport()
        report.isKept = try staged.transaction { () throws(ImportError) in
            while let outcome = try reader.next() {
                report.counts.read += 1
                switch outcome.flatMap(mapping.item) {
                case .success(let item?): try staged.add(item)
                case .success(nil): report.counts.leftOut += 1
                case .failure(let rejection):
                    report.add(rejection)
                    try rejectsFile?.append(rejection)
                }
                guard report.counts.read % Self.batchSize == 0 else { continue }
                progress(summary.read + report.counts.read, file.share)
            }
            try rejectsFile?.finish()
            if report.counts.read == 0 { throw .failure("it has no records") }
            return options.maxRejected.allows(report.counts.rejected, of: report.counts.read)
        }
        if report.isKept {
            summary.read += report.counts.read
            summary.rejected += report.counts.rejected
            summary.leftOut += report.counts.leftOut
        }
        return report
    }

    /// - Throws: ``ImportError``. After a ``ImportError/store(_:)``, earlier batches are in the store, and nothing is
    ///   removed.
    public consuming func write(
        into store: some ItemStore,
        progress: (_ records: Int, _ share: Double?) -> Void = { _, _ in }
    ) async throws(ImportError) -> ImportSummary {
        var summary = summary
        let removed = try await compare(with: store, counting: &summary)
        let count = try staged.size().count
        summary.repeated = summary.read - summary.rejected - summary.leftOut - count
        if options.isDryRun {
            summary.new = count - summary.changed - summary.unchanged
            summary.removed = removed.count
            return summary
        }
        var (position, written) = (0, 0)
        do {
            var items = try staged.items(after: &position, limit: Self.batchSize)
            while !items.isEmpty {
                let batch = items
                // The next batch is read while the store writes this one.
                async let outcomes = store.upsert(batch)
                items = try staged.items(after: &position, limit: Self.batchSize)
                for outcome in try await outcomes { summary.count(outcome) }
                written += batch.count
                progress(written, Double(written) / Double(count))
            }
            if !removed.isEmpty { summary.removed = try await store.remove(removed) }
        } catch let error as StoreError {
            throw .store(error)
        } catch let error as ImportError {
            throw error
        } catch {
            preconditionFailure("\(error) is neither a StoreError nor an ImportError")
        }
        return summary
    }
}

extension Mapping {
    /// The item of a record; `nil` if the record does not meet a condition.
    fileprivate func item(of record: Record) -> Result<CatalogueItem?, Rejection> {
        do throws(ValueError) {
            for condition in conditions where try condition.value(in: record) == false { return .success(nil) }
            return .success(try fields.item(of: record))
        } catch {
            return .failure(error.rejection(of: record))
        }
    }
}
