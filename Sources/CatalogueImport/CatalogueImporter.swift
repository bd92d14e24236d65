public import PropertyStore

/// Brings a file's records into a property store.
///
/// Rows are upserted by id in batches, each of which is one write of the store: an import that was killed is completed
/// by the same import run again, and one that ran to its end changes nothing when it is.
public struct CatalogueImporter: Sendable {
    /// How many items go to the store in one write.
    public static let batchSize = 1_000
    /// The longest record that is read, in bytes.
    public static let maximumRecordSize = 1 << 20

    /// An importer.
    public init() {}

    /// Imports the file at `path`, CSV or NDJSON as the mapping says, gzipped or not.
    ///
    /// Records that cannot be read are written to the file `rejects` (see ``Rejection``), by default the path with
    /// `.rejects.ndjson` behind it; an earlier such file is replaced, and none is left where every record could be
    /// read.
    /// - Parameter progress: called after each batch.
    /// - Returns: what became of the records.
    /// - Throws: ``ImportError``; the batches before it are in the store.
    public func run(
        file path: String,
        mapping: Mapping,
        rejects: String? = nil,
        into store: some PropertyStore,
        progress: (ImportProgress) -> Void = { _ in }
    ) async throws(ImportError) -> ImportSummary {
        let clock = ContinuousClock()
        let start = clock.now
        let file = try FileBytes(path: path)
        let rejected = try RejectsFile(path: rejects ?? path + ".rejects.ndjson")
        var summary = ImportSummary()
        func report() {
            progress(
                ImportProgress(
                    bytes: file.position,
                    totalBytes: file.size,
                    records: summary.read,
                    elapsed: start.duration(to: clock.now)
                )
            )
        }
        var reader = try mapping.layout.reader(
            of: file,
            columns: mapping.columns,
            maximumRecordSize: Self.maximumRecordSize
        )
        var batch = Batch(target: mapping.target)
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
