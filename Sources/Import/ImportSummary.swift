import Foundation

/// What became of the records of a run.
public struct ImportSummary: Hashable, Sendable {
    /// Records that were read: the sum of what follows, but for ``withdrawn``.
    public var read = 0
    /// Items that the store did not have.
    public var new = 0
    /// Items that the store had with other content.
    public var changed = 0
    /// Items that the store had as they are.
    public var unchanged = 0
    /// Records that could not be read.
    public var refused = 0
    /// Records whose id another record has, which counts.
    public var repeated = 0
    /// Records that the mapping does not want.
    public var leftOut = 0
    /// Items that were withdrawn from the store, since no record had their ids.
    public var withdrawn = 0

    /// A summary of nothing.
    public init() {}

    /// Whether the store is as it was.
    public var changesNothing: Bool { new + changed + withdrawn == 0 }
}

extension ImportSummary: CustomStringConvertible {
    /// `1,200 read: 1,000 new, 100 changed, 90 unchanged, 10 refused`, and what else there is.
    public var description: String {
        let others = [(repeated, "repeated"), (leftOut, "left out")].filter { $0.0 > 0 }
            .map { ", \($0.0.grouped) \($0.1)" }
        return "\(read.grouped) read: \(new.grouped) new, \(changed.grouped) changed, \(unchanged.grouped) unchanged, "
            + "\(refused.grouped) refused" + others.joined() + (withdrawn > 0 ? "; \(withdrawn.grouped) withdrawn" : "")
    }
}

extension Int {
    /// With a comma between groups of three digits.
    var grouped: String { formatted(.number.locale(Locale(identifier: "en"))) }
}
