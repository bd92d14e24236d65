import Foundation

/// What became of the records of a file.
public struct ImportSummary: Hashable, Sendable {
    /// Records that were read: the sum of what follows.
    public var read = 0
    /// Items that the store did not have.
    public var new = 0
    /// Items that the store had with other content; of several records with one id, every later one that differs is
    /// such a change.
    public var changed = 0
    /// Items that the store had as they are.
    public var unchanged = 0
    /// Records that could not be read.
    public var refused = 0

    /// A summary of nothing.
    public init() {}
}

extension ImportSummary: CustomStringConvertible {
    /// `1,200 read: 1,000 new, 100 changed, 90 unchanged, 10 refused`
    public var description: String {
        "\(read.grouped) read: \(new.grouped) new, \(changed.grouped) changed, \(unchanged.grouped) unchanged, "
            + "\(refused.grouped) refused"
    }
}

extension Int {
    /// With a comma between groups of three digits.
    var grouped: String { formatted(.number.locale(Locale(identifier: "en"))) }
}
