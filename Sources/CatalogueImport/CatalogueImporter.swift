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
        let start = ContinuousClock.now
        let rejected = try RejectsFile(path: rejects)
        var budget = budget
        var summary = ImportSummary()
        var items: [CatalogueItem] = []
        while true {
            let outcome = try reader.next()
            if let outcome {
                summary.read += 1
                do throws(Rejection) {
                    items.append(try fields.item(of: outcome))
                } catch {
                    summary.refused += 1
                    rejected.append(error)
                }
            }
            guard outcome == nil || summary.read % Self.batchSize == 0 else { continue }
            try rejected.flush()
            summary.count(try await Self.upsert(items, into: sink, within: &budget))
            items.removeAll(keepingCapacity: true)
            let fraction = file.size.flatMap { $0 > 0 ? min(1, Double(file.position) / Double($0)) : nil }
            progress(RecordProgress(fraction: fraction, records: summary.read, elapsed: start.duration(to: .now)))
            if outcome == nil { return summary }
        }
    }

    private static func upsert(
        _ items: [CatalogueItem],
        into sink: some ItemSink,
        within budget: inout CatalogueMemoryBudget?
    ) async throws(ImportError) -> [UpsertOutcome] {
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

extension ItemFields {
    /// The item that a reader found.
    fileprivate func item(of outcome: RecordOutcome) throws(Rejection) -> CatalogueItem {
        switch outcome {
        case .refused(let rejection): throw rejection
        case .record(let record):
            do throws(Refusal) {
                return try item(of: record)
            } catch {
                throw error.rejection(of: record)
            }
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
