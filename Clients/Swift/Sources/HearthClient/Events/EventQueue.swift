import Foundation

/// Keeps events in a file until the server has them: an added event survives the end of the process.
///
/// A record is a line with an event and the id of its batch. A batch does not change once it was sent, so that the server
/// knows it by its id if it comes again. One process may use the file, for one user.
public actor EventQueue {
    private let file, address: URL
    private let client: HTTPClient
    private var batches: [Batch] = []
    /// The batch that takes further events.
    private var openBatch: String?
    private var isSending = false

    static let maximumBatchSize = 500
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
        var (batches, id, lines) = (batches, openBatch, Data())
        for event in events {
            if id == nil || batches.last?.events.count == Self.maximumBatchSize { id = UUID().uuidString }
            let record = Record(batch: id ?? "", event: event)
            Self.append(record, to: &batches)
            // It starts on a new line, in case that the disk took only a part of the last one.
            lines += Data("\n".utf8) + Self.line(record)
        }
        try write(lines)
        (self.batches, openBatch) = (batches, id)
    }

    /// Sends all events. Call it after `add`, at the start, and when the network is back.
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

    /// Returns the events that the server refused. A response that cannot be read is still a 2xx.
    private func send(_ batch: Batch) async throws(HomeError) -> [EventReport.Refusal] {
        struct Answer: Decodable {
            let refused: [Refusal]
            struct Refusal: Decodable { let index: Int, code, message: String }
        }
        let headers = ["Content-Type": "application/json"]
        let body = try? JSONEncoder().encode(batch)
        let request = HTTPRequest(method: "POST", url: address, headers: headers, body: body)
        let response = try await client.send(request)
        let answer = try? JSONDecoder().decode(Answer.self, from: response.body)
        let refused = answer?.refused.filter { batch.events.indices.contains($0.index) } ?? []
        return refused.map { .init(event: batch.events[$0.index], code: $0.code, message: $0.message) }
    }

    private static func append(_ record: Record, to batches: inout [Batch]) {
        let former = batches.last?.id == record.batch ? batches.removeLast().events : []
        batches.append(Batch(id: record.batch, events: former + [record.event]))
    }

    private static func line(_ record: Record) -> Data { ((try? JSONEncoder().encode(record)) ?? Data()) + [0x0a] }

    private func write(_ lines: Data) throws(EventQueueError) {
        do {
            if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
            let handle = try FileHandle(forWritingTo: file)
            defer { try? handle.close() }
            let size = try handle.seekToEnd() + UInt64(lines.count)
            if size > Self.maximumFileSize { throw EventQueueError.full }
            try handle.write(contentsOf: lines)
            try handle.synchronize()
        } catch {
            throw error as? EventQueueError ?? .unwritable("\(error)")
        }
    }

    /// Removes sent batches from the file. If that fails, they are sent again after a restart, to no effect.
    private func rewrite() {
        let records = batches.flatMap { batch in batch.events.map { Record(batch: batch.id, event: $0) } }
        try? Data(records.map(Self.line).joined()).write(to: file, options: .atomic)
    }
}
