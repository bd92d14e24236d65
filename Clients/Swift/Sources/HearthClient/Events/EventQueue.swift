import Foundation

/// Keeps events in a file until the server has them: an added event survives the end of the process.
///
/// A record is a line with an event and the id of its batch. A batch does not change once it was sent, so that the server
/// knows it by its id if it comes again. One process may use the file, for one user.
public actor EventQueue {
    private let file, address: URL
    private let client: HTTPClient
    private var batches: [Batch] = []
    /// The batch that takes further events, and the bytes of its events.
    private var openBatch: String?
    private var openBytes = 0
    private var isSending = false

    /// The limits of a batch: the server takes 500 events, and bodies of 64 KiB.
    static let maximumBatchSize = 500
    static let maximumBatchBytes = 48 << 10
    static let maximumFileSize: UInt64 = 4 << 20

    private struct Batch: Encodable { let id: String, events: [Event] }
    private struct Record: Codable { let batch: String, event: Event }

    /// - Parameter address: The URL of `/users/{user}/events`.
    public init(
        file: URL,
        address: URL,
        transport: any Transport = URLSessionTransport(),
        retry: RetryPolicy = RetryPolicy()
    ) throws(EventQueueError) {
        (self.file, self.address, client) = (file, address, HTTPClient(transport: transport, retry: retry))
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        let lines: [Data]
        do { lines = try Data(contentsOf: file).split(separator: 0x0a) } catch { throw .unreadable("\(error)") }
        // A line is no record if the process ended while it was written.
        for record in lines.compactMap({ try? JSONDecoder().decode(Record.self, from: $0) }) {
            Self.append(record, to: &batches)
        }
    }

    /// The number of events in the queue.
    public var count: Int { batches.reduce(0) { $0 + $1.events.count } }

    /// Returns once the events are on the disk.
    public func add(_ events: [Event]) throws(EventQueueError) {
        var (batches, id, bytes, lines) = (batches, openBatch, openBytes, Data())
        for event in events {
            let size = 1 + ((try? JSONEncoder().encode(event))?.count ?? 0)
            let isFull = batches.last?.events.count == Self.maximumBatchSize || bytes + size > Self.maximumBatchBytes
            if id == nil || isFull { (id, bytes) = (UUID().uuidString, 0) }
            let record = Record(batch: id ?? "", event: event)
            Self.append(record, to: &batches)
            bytes += size
            // It starts on a new line, in case that the disk took only a part of the last one.
            lines += Data("\n".utf8) + Self.line(record)
        }
        try write(lines)
        (self.batches, openBatch, openBytes) = (batches, id, bytes)
    }

    /// Sends all events. Call it after `add`, at the start, and when the network is back. While it runs, further calls
    /// return an empty report: it sends their events, too.
    public func send() async -> EventReport {
        var report = EventReport()
        guard !isSending else { return report }
        isSending = true
        defer { isSending = false }
        while let batch = batches.first, report.error == nil {
            if openBatch == batch.id { openBatch = nil }
            do throws(HomeError) {
                let refused = try await send(batch)
                report.refused += refused
                report.accepted += batch.events.count - refused.count
            } catch {
                guard error.isFinal, case .refused(_, let code, let message, _) = error else {
                    report.error = error
                    continue
                }
                report.refused += batch.events.map { EventReport.Refusal(event: $0, code: code, message: message) }
            }
            batches.removeFirst()
            rewrite()
        }
        return report
    }

    /// Returns the events that the server refused. A response that cannot be read is not the server's.
    private func send(_ batch: Batch) async throws(HomeError) -> [EventReport.Refusal] {
        struct Answer: Decodable {
            let accepted: Int, refused: [Refusal]
            struct Refusal: Decodable { let index: Int, code, message: String }
        }
        let headers = ["Content-Type": "application/json"]
        let body = try? JSONEncoder().encode(batch)
        let request = HTTPRequest(method: "POST", url: address, headers: headers, body: body)
        let response = try await client.send(request)
        let refused = try decode(Answer.self, from: response.body).refused.filter {
            batch.events.indices.contains($0.index)
        }
        return refused.map { .init(event: batch.events[$0.index], code: $0.code, message: $0.message) }
    }

    private static func append(_ record: Record, to batches: inout [Batch]) {
        let former = batches.last?.id == record.batch ? batches.removeLast().events : []
        batches.append(Batch(id: record.batch, events: former + [record.event]))
    }

    private static func line(_ record: Record) -> Data { ((try? JSONEncoder().encode(record)) ?? Data()) + [0x0a] }

    private func write(_ lines: Data) throws(EventQueueError) {
        do {
            if !FileManager.default.fileExists(atPath: file.path) {
                let folder = file.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data().write(to: file)
            }
            let handle = try FileHandle(forWritingTo: file)
            defer { try? handle.close() }
            let size = try handle.seekToEnd()
            if size + UInt64(lines.count) > Self.maximumFileSize { throw EventQueueError.full }
            do {
                try handle.write(contentsOf: lines)
                try handle.synchronize()
            } catch {
                // The caller may add the same events again.
                try? handle.truncate(atOffset: size)
                throw error
            }
        } catch {
            throw error as? EventQueueError ?? .unwritable("\(error)")
        }
    }

    /// Removes sent batches from the file. If that fails, they are sent again after a restart, to no effect.
    private func rewrite() {
        let records = batches.flatMap { batch in batch.events.map { Record(batch: batch.id, event: $0) } }
        let rest = file.appendingPathExtension("rest")
        guard (try? Data(records.map(Self.line).joined()).write(to: rest)) != nil,
            let handle = try? FileHandle(forWritingTo: rest)
        else { return }
        defer { try? handle.close() }
        // On the disk before it takes the place of the former one. On Linux, `replaceItemAt` loses the file.
        if (try? handle.synchronize()) != nil { _ = unsafe rename(rest.path, file.path) }
    }
}
