import CZlib
import Foundation
import Synchronization

@testable import Catalogue
@testable import Import

/// A source of bytes in memory, read in pieces of a size.
final class MemoryBytes: ByteSource {
    private let bytes: [UInt8]
    private let pieceSize: Int
    private var position = 0

    init(_ bytes: some Sequence<UInt8>, pieceSize: Int = .max) {
        self.bytes = Array(bytes)
        self.pieceSize = pieceSize
    }

    func read(upTo count: Int) throws(ImportError) -> [UInt8] {
        let piece = bytes[position...].prefix(min(pieceSize, count))
        position += piece.count
        return Array(piece)
    }
}

/// A record with its line and texts, or a rejected line with the reason.
enum Found: Equatable, CustomStringConvertible {
    case record(Int, [String])
    case rejected(Int, String)

    var description: String {
        switch self {
        case .record(let line, let texts): "record(\(line), \(texts))"
        case .rejected(let line, let reason): "rejected(\(line), \(reason.debugDescription))"
        }
    }
}

/// Reads all of `bytes`.
func read(
    _ bytes: some Sequence<UInt8>,
    _ format: FileLayout.Format = .csv,
    columns: [String],
    _ syntax: CSVSyntax = CSVSyntax(),
    encoding: TextEncoding = .utf8,
    pieceSize: Int = 1 << 16,
    maxRecordSize: Int = 1 << 20
) throws -> [Found] {
    var reader = try FileLayout(format: format, encoding: encoding, syntax: syntax).reader(
        of: MemoryBytes(bytes, pieceSize: pieceSize),
        columns: columns,
        maxRecordSize: maxRecordSize,
        pieceSize: pieceSize
    )
    var found: [Found] = []
    while let outcome = try reader.next() {
        switch outcome {
        case .failure(let rejection): found.append(.rejected(rejection.line, "\(rejection.error)"))
        case .success(let record):
            let texts = columns.indices.map { String(decoding: record.text($0), as: UTF8.self) }
            let error = columns.indices.compactMap { record.errors[$0] }.first
            found.append(error.map { .rejected(record.line, $0.description) } ?? .record(record.line, texts))
        }
    }
    return found
}

/// `bytes` as one gzip member (RFC 1952).
func gzipped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let input = Array(bytes)
    var output = [UInt8](repeating: 0, count: input.count + 1_024)
    // Sound: the counts are those of the arrays, which outlive the calls.
    return unsafe input.withUnsafeBufferPointer { input in
        let count = unsafe output.withUnsafeMutableBufferPointer { output in
            var stream = unsafe z_stream()
            let size = unsafe Int32(MemoryLayout<z_stream>.size)
            unsafe deflateInit2_(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
            unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            unsafe stream.avail_in = UInt32(input.count)
            unsafe stream.next_out = output.baseAddress
            unsafe stream.avail_out = UInt32(output.count)
            unsafe deflate(&stream, Z_FINISH)
            unsafe deflateEnd(&stream)
            return unsafe output.count - Int(stream.avail_out)
        }
        return Array(output[..<count])
    }
}

/// A folder that is removed after the test.
final class Folder {
    let path = NSTemporaryDirectory() + "import-" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }

    func text(_ name: String) -> String? {
        try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
}

/// A store of items in memory that can fail.
final class MemoryItems: ItemStore {
    private struct Content {
        var items: [String: PackedItem] = [:]
        var batches: [Int] = []
        var nextArrival: Int64 = 0
        var version: Int64 = 0
    }

    private let content = Mutex(Content())
    private let failingBatch: Int?

    /// - Parameter failingBatch: the number of the batch that fails, from 0.
    init(failingBatch: Int? = nil) {
        self.failingBatch = failingBatch
    }

    /// The items by their ids within their kind.
    var items: [String: CatalogueItem] { content.withLock { $0.items.mapValues(\.item) } }
    /// The ids in the order of arrival.
    var ids: [String] { content.withLock { $0.items.values.sorted { $0.arrival < $1.arrival }.map(\.item.id.id) } }
    /// The number of items in each batch.
    var batches: [Int] { content.withLock { $0.batches } }
    /// The number of writes that changed items.
    var version: Int64 { content.withLock { $0.version } }

    func upsert(_ items: [CatalogueItem]) async throws(StoreError) -> [UpsertOutcome] {
        let outcomes = content.withLock { content -> [UpsertOutcome]? in
            if content.batches.count == failingBatch { return nil }
            content.batches.append(items.count)
            let outcomes = items.map { item -> UpsertOutcome in
                let old = content.items[item.id.id]
                let new = PackedItem(item, succeeding: old, nextArrival: &content.nextArrival, at: 0)
                content.items[item.id.id] = new
                return old == nil ? .added : old == new ? .unchanged : .changed
            }
            if outcomes.contains(where: { $0 != .unchanged }) { content.version += 1 }
            return outcomes
        }
        guard let outcomes else { throw .unavailable(StoreFailure(.ioError, "told to fail")) }
        return outcomes
    }

    func remove(_ ids: [CatalogueItem.ID]) async throws(StoreError) -> Int {
        content.withLock { content in
            content.version += 1
            return ids.count { content.items.removeValue(forKey: $0.id) != nil }
        }
    }

    func readAll(
        _ receive: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void
    ) async throws(StoreError) -> ItemVersion {
        for item in content.withLock({ $0.items.values.map(\.bytes) }) { receive(item.span, 0) }
        return ItemVersion(history: 1, number: version)
    }

    func readChanges(
        since version: ItemVersion,
        changed: (_ packed: Span<UInt8>, _ openedBy: UInt32) -> Void,
        removed: (CatalogueItem.ID) -> Void
    ) async throws(StoreError) -> ItemVersion? { nil }
}

/// Imports files with a rejects file beside each.
func importFiles(
    _ files: String...,
    by mapping: Mapping,
    into store: some ItemStore,
    _ options: CatalogueImporter.Options = .init(),
    progress: (_ records: Int, _ share: Double?) -> Void = { _, _ in }
) async throws -> ImportSummary {
    var importer = try CatalogueImporter(mapping: mapping, options: options)
    for file in files { _ = try importer.read(file, rejects: file + ".rejects.ndjson", progress: progress) }
    return try await importer.write(into: store, progress: progress)
}
