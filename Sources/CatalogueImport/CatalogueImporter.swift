public import Catalogue

/// Imports the records of a file.
///
/// Items are upserted by id in batches, each of which is one write of the store: an import that was killed is completed
/// by running it again, and a completed one then changes nothing.
public struct CatalogueImporter: ~Copyable {
    /// How many items go to the store in one write.
    public static let batchSize = 1_000
    /// The longest record that is read, in bytes.
    public static let maximumRecordSize = 1 << 20

    private let file: FileBytes
    private let fields: ItemFields
    private var reader: any RecordReader
    private let rejects: String

    /// Opens the file at `path`, CSV or NDJSON as the mapping says, gzipped or not. Nothing is written: a store need not
    /// be there before this is known to be the mapping's kind of file.
    /// - Parameter rejects: the file for records that cannot be read (see ``Rejection``), by default the path with
    ///   `.rejects.ndjson` behind it.
    /// - Throws: ``ImportError`` where the file cannot be read, or has not the columns of the mapping.
    public init(file path: String, mapping: Mapping, rejects: String? = nil) throws(ImportError) {
        let file = try FileBytes(path: path)
        let reader = try mapping.layout.reader(
            of: file,
            columns: mapping.columns,
            maximumRecordSize: Self.maximumRecordSize
        )
        self.file = file
        self.reader = reader
        fields = mapping.fields
        self.rejects = rejects ?? path + ".rejects.ndjson"
    }

    /// Imports the file.
    ///
    /// An earlier file of rejections is replaced, and none is left where every record could be read.
    /// - Parameters:
    ///   - budget: how large the catalogue may become; `nil` for any size.
    ///   - progress: called after each batch.
    /// - Returns: what became of the records.
    /// - Throws: ``ImportError``; the batches before it are in the store.
    public consuming func run(
        into sink: some ItemSink,
        within budget: CatalogueMemoryBudget? = nil,
        progress: (RecordProgress) -> Void = { _ in }
    ) async throws(ImportError) -> ImportSummary {
        let clock = ContinuousClock()
        let start = clock.now
        let file = file
        let rejected = try RejectsFile(path: rejects)
        var summary = ImportSummary()
        func report() {
            progress(
                RecordProgress(
                    fraction: file.size.flatMap { $0 > 0 ? min(1, Double(file.position) / Double($0)) : nil },
                    records: summary.read,
                    elapsed: start.duration(to: clock.now)
                )
            )
        }
        var batch = Batch(fields: fields, budget: budget)
        while let outcome = try reader.next() {
            summary.read += 1
            if let rejection = batch.add(outcome) {
                summary.refused += 1
                rejected.append(rejection)
            }
            if summary.read % Self.batchSize == 0 {
                try rejected.flush()
                summary.count(try await batch.upsert(into: sink))
                report()
            }
        }
        try rejected.flush()
        summary.count(try await batch.upsert(into: sink))
        report()
        return summary
    }
}

/// Items on their way to a store.
private struct Batch {
    private let fields: ItemFields
    private var budget: CatalogueMemoryBudget?
    private var items: [CatalogueItem] = []

    init(fields: ItemFields, budget: CatalogueMemoryBudget?) {
        self.fields = fields
        self.budget = budget
    }

    /// Adds the item that the record gives.
    /// - Returns: why nothing was added, if so.
    mutating func add(_ outcome: RecordOutcome) -> Rejection? {
        let record: Record
        switch outcome {
        case .refused(let rejection): return rejection
        case .record(let found): record = found
        }
        do throws(Refusal) {
            items.append(try fields.item(of: record))
            return nil
        } catch {
            return error.rejection(of: record)
        }
    }

    /// Hands everything to the store.
    mutating func upsert(into sink: some ItemSink) async throws(ImportError) -> [UpsertOutcome] {
        defer { items.removeAll(keepingCapacity: true) }
        guard !items.isEmpty else { return [] }
        do {
            try budget?.add(items)
        } catch {
            throw .tooLarge(error)
        }
        do throws(StoreError) {
            return try await sink.upsert(items)
        } catch {
            throw .store(error)
        }
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
