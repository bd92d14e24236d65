/// How many of some things may go wrong: a number of them, or a share.
public enum Threshold: Hashable, Sendable {
    /// At most so many.
    case count(Int)
    /// At most so many of a hundred, 0…100.
    case percent(Int)

    /// Reads `500` or `30%`; `nil` for another text.
    public init?(_ text: String) {
        if text.hasSuffix("%") {
            guard let percent = Int(text.dropLast()), 0...100 ~= percent else { return nil }
            self = .percent(percent)
        } else {
            guard let count = Int(text), count >= 0 else { return nil }
            self = .count(count)
        }
    }

    /// Whether so many of `total` are within the limit.
    func allows(_ count: Int, of total: Int) -> Bool {
        switch self {
        case .count(let limit): count <= limit
        case .percent(let limit): count * 100 <= limit * total
        }
    }
}

extension Threshold: CustomStringConvertible {
    /// `500` or `30%`.
    public var description: String {
        switch self {
        case .count(let count): count.grouped
        case .percent(let percent): "\(percent)%"
        }
    }
}
