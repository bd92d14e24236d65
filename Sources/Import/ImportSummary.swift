import Catalogue

public struct ImportSummary: Hashable, Sendable, CustomStringConvertible {
    /// Records read: the sum of the counts below, except ``removed``.
    public var read = 0
    var new = 0
    /// Items that the store had with other content.
    var changed = 0
    public var unchanged = 0
    public var rejected = 0
    /// Records with the id of another record, which counts.
    public var repeated = 0
    var leftOut = 0
    var removed = 0

    mutating func count(_ outcome: UpsertOutcome) {
        switch outcome {
        case .added: new += 1
        case .changed: changed += 1
        case .unchanged: unchanged += 1
        }
    }

    public var changesNothing: Bool { new + changed + removed == 0 }

    /// `1,200 read: 1,000 new, 100 changed, 90 unchanged, 10 rejected`, and the other counts above 0.
    public var description: String {
        let others = [(repeated, "repeated"), (leftOut, "left out")].filter { $0.0 > 0 }
            .map { ", \($0.0.grouped) \($0.1)" }
        return "\(read.grouped) read: \(new.grouped) new, \(changed.grouped) changed, \(unchanged.grouped) unchanged, "
            + "\(rejected.grouped) rejected" + others.joined() + (removed > 0 ? "; \(removed.grouped) removed" : "")
    }
}

public enum Threshold: Hashable, Sendable, CustomStringConvertible {
    case count(Int)
    /// 0…100.
    case percent(Int)

    /// Parses `500` or `30%`; `nil` for other texts.
    public init?(_ text: String) {
        let isPercent = text.hasSuffix("%")
        guard let number = Int(text.dropLast(isPercent ? 1 : 0)), 0...(isPercent ? 100 : .max) ~= number
        else { return nil }
        self = isPercent ? .percent(number) : .count(number)
    }

    func allows(_ count: Int, of total: Int) -> Bool {
        switch self {
        case .count(let limit): count <= limit
        case .percent(let limit): count * 100 <= limit * total
        }
    }

    public var description: String {
        switch self {
        case .count(let count): count.grouped
        case .percent(let percent): "\(percent)%"
        }
    }
}
