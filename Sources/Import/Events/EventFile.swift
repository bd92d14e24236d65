import Catalogue

/// Reads a CSV file of opened items with the columns `user`, `item` and `time`, gzipped or not.
///
/// `item` is `kind:id`, or the id of an item of `kind`. `time` is an ``EventTime``. The events are in the order of the
/// file; their positions are the numbers of their records, from 1.
/// - Parameter path: `-` for standard input.
/// - Throws: ``ImportError``: the first record that cannot be read is an error.
public func readEvents(
    at path: String,
    kinds: KindTable,
    kind: String,
    progress: (_ records: Int, _ share: Double?) -> Void = { _, _ in },
    _ receive: (UserEvent) -> Void
) throws(ImportError) {
    let file = try FileSource(path: path)
    var reader = try FileLayout().reader(of: file, columns: ["user", "item", "time"])
    var position: Int64 = 0
    while let outcome = try reader.next() {
        position += 1
        do throws(Rejection) {
            receive(try outcome.get().event(at: position, kinds, kind))
        } catch {
            let column = error.error.column.map { ", column \"\($0)\"" } ?? ""
            throw .failure("line \(error.line)\(column): \(error.error)")
        }
        if position % 1_000 == 0 { progress(Int(position), file.share) }
    }
}

extension Record {
    fileprivate func event(at position: Int64, _ kinds: KindTable, _ kind: String) throws(Rejection) -> UserEvent {
        func value<Value>(
            _ column: Int,
            _ name: String,
            _ expectation: String,
            _ parse: (String) -> Value?
        ) throws(Rejection) -> Value {
            if let value = parse(String(decoding: text(column), as: UTF8.self)) { return value }
            throw ValueError(column: name, "expected \(expectation)", found: quoted(text(column))).rejection(of: self)
        }
        let user = try value(0, "user", Identifier.expectation) { UserID($0) }
        let item = try value(1, "item", "kind:id, or the id of a \(kind): \(Identifier.expectation)") { text in
            // An id may contain colons: `kind:` counts only for a declared kind.
            if let id = CatalogueItem.ID(text), kinds[id.kind] != nil { return id }
            return Identifier.isValid(text) ? CatalogueItem.ID(kind: kind, id: text) : nil
        }
        let time = try value(2, "time", EventTime.expectation) { EventTime.instant(of: FieldBytes($0.utf8)) }
        return UserEvent(position: position, user: user, action: .opened(item), at: time)
    }
}
