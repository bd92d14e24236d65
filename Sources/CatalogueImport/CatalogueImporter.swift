public import Catalogue

/// Brings a file's records into a property store.
///
/// Rows are upserted by id in batches, each of which is one write of the store: an import that was killed is completed
/// by the same import run again, and one that ran to its end changes nothing when it is.
public struct CatalogueImporter: ~Copyable {
    /// How many items go to the store in one write.
    public static let batchSize = 1_000
    /// The longest record that is read, in bytes.
    public static let maximumRecordSize = 1 << 20

    private let file: FileBytes
    private let target: Mapping.Target
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
        target = mapping.target
        self.rejects = rejects ?? path + ".rejects.ndjson"
    }

    /// Imports the file.
    ///
    /// An earlier file of rejections is replaced, and none is left where every record could be read.
    /// - Parameter progress: called after each batch.
    /// - Returns: what became of the records.
    /// - Throws: ``ImportError``; the batches before it are in the store.
    public consuming func run(
        into store: some PropertyStore,
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
        var batch = Batch(target: target)
        while let outcome = try reader.next() {
            summary.read += 1
            if let rejection = batch.add(outcome) {
                summary.refused += 1
                rejected.append(rejection)
            }
            if summary.read % Self.batchSize == 0 {
                try rejected.flush()
                summary.count(try await batch.upsert(into: store))
                report()
            }
        }
        try rejected.flush()
        summary.count(try await batch.upsert(into: store))
        report()
        return summary
    }
}

/// Items on their way to a store.
private struct Batch {
    let target: Mapping.Target
    private var listings: [Listing] = []
    private var products: [Product] = []

    init(target: Mapping.Target) {
        self.target = target
    }

    /// Adds what the record gives.
    /// - Returns: why nothing was added, if so.
    mutating func add(_ outcome: RecordOutcome) -> Rejection? {
        let record: Record
        switch outcome {
        case .refused(let rejection): return rejection
        case .record(let found): record = found
        }
        do throws(Refusal) {
            switch target {
            case .listings(let fields): listings.append(try fields.listing(of: record))
            case .products(let fields): products.append(try fields.product(of: record))
            }
            return nil
        } catch {
            return error.rejection(of: record)
        }
    }

    /// Hands everything to the store.
    mutating func upsert(into store: some PropertyStore) async throws(ImportError) -> [UpsertOutcome] {
        defer {
            listings.removeAll(keepingCapacity: true)
            products.removeAll(keepingCapacity: true)
        }
        do throws(StoreError) {
            switch target {
            case .listings: return listings.isEmpty ? [] : try await store.upsert(listings)
            case .products: return products.isEmpty ? [] : try await store.upsert(products)
            }
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
