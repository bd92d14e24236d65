/// How many records of a file were refused, by column and reason.
public struct RejectionSummary: Hashable, Sendable {
    /// The records that were refused for one reason.
    public struct Group: Hashable, Sendable {
        /// The column, or the columns joined by `, `; `nil` where the record as a whole could not be read.
        public let column: String?
        /// What was expected.
        public let reason: String
        /// How many records there are.
        public internal(set) var count: Int
        /// The first of them.
        public let example: Example
    }

    /// A refused record.
    public struct Example: Hashable, Sendable {
        /// The line that it begins in.
        public let line: Int
        /// What was found in place of what was expected; `nil` where nothing was.
        public let found: String?
    }

    private struct Key: Hashable {
        let column: String?
        let reason: String
    }

    /// How many reasons are told apart; what comes after them counts as ``otherReasons``.
    private static let limit = 100
    private static let otherReasons = "other reasons"

    private var known: [Key: Group] = [:]

    /// The groups, the largest first.
    public var groups: [Group] {
        known.values.sorted { ($1.count, $0.example.line) < ($0.count, $1.example.line) }
    }

    mutating func add(_ rejection: Rejection) {
        var key = Key(column: rejection.column, reason: rejection.reason)
        if known[key] == nil, known.count >= Self.limit { key = Key(column: nil, reason: Self.otherReasons) }
        let example = Example(line: rejection.line, found: rejection.found)
        known[key, default: Group(column: key.column, reason: key.reason, count: 0, example: example)].count += 1
    }
}

extension RejectionSummary.Group: CustomStringConvertible {
    /// `12 × price: expected a number, found "n/a" in line 17`.
    public var description: String {
        let column = column.map { "\($0): " } ?? ""
        let found = example.found.map { ", found \($0)" } ?? ""
        return "\(count.grouped) × \(column)\(reason)\(found) in line \(example.line)"
    }
}
