import Catalogue

/// A CSV file of opened items with the columns `user`, `item` and `time`, gzipped or not.
///
/// `item` is `kind:id`, or the id of an item of the file's kind. `time` is an ``EventTime``.
public struct EventFile {
    private static let columns = ["user", "item", "time"]
    private static let reportedRecords: Int64 = 1_000

    private let path: String
    private let kinds: KindTable
    private let kind: String

    /// The file at `path`; `-` is standard input.
    /// - Parameter kind: The name of the kind of items without one.
    public init(path: String, kinds: KindTable, kind: String) {
        self.path = path
        self.kinds = kinds
        self.kind = kind
    }

    /// Reads the events, in the order of the file. Their positions are the numbers of their records, from 1.
    /// - Throws: ``ImportError/invalidRecord(_:)`` with the first record that cannot be read, or another
    ///   ``ImportError`` if the file cannot be read or lacks a column.
    public func read(
        progress: (_ records: Int, _ share: Double?) -> Void = { _, _ in },
        _ receive: (UserEvent) -> Void
    ) throws(ImportError) {
        let file = try FileSource(path: path)
        try read(file) { event in
            receive(event)
            if event.position % Self.reportedRecords == 0 { progress(Int(event.position), file.share) }
        }
    }

    func read(_ source: any ByteSource, _ receive: (UserEvent) -> Void) throws(ImportError) {
        var reader = try FileLayout().reader(of: source, columns: Self.columns)
        var position: Int64 = 0
        while let outcome = try reader.next() {
            position += 1
            do throws(Rejection) {
                receive(try event(of: outcome.get(), position))
            } catch {
                throw .invalidRecord(error)
            }
        }
    }

    private func event(of record: Record, _ position: Int64) throws(Rejection) -> UserEvent {
        func text(_ column: Int) -> String { String(decoding: record.text(column), as: UTF8.self) }
        func error(_ column: Int, _ expectation: String) -> Rejection {
            ValueError(column: Self.columns[column], "expected \(expectation)", found: quoted(record.text(column)))
                .rejection(of: record)
        }
        guard let user = UserID(text(0)) else { throw error(0, Identifier.expectation) }
        guard let item = item(text(1)) else {
            throw error(1, "kind:id, or the id of a \(kind): \(Identifier.expectation)")
        }
        guard let time = EventTime.instant(of: record.text(2)) else { throw error(2, EventTime.expectation) }
        return UserEvent(position: position, user: user, action: .opened(item), at: time)
    }

    /// An id may contain colons: `kind:` counts only for a declared kind.
    private func item(_ text: String) -> CatalogueItem.ID? {
        if let id = CatalogueItem.ID(text), kinds[id.kind] != nil { return id }
        return Identifier.isValid(text) ? CatalogueItem.ID(kind: kind, id: text) : nil
    }
}
