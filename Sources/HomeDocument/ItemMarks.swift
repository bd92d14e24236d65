import Revisions
import Words

/// What an item is to the user who asks, beside what it is to everyone.
public struct ItemMarks: Hashable, Sendable {
    /// Whether the user has not opened the item yet; `nil` where that was not asked.
    public var isNew: Bool?
    /// How far it is from the place of the request.
    public var distance: Distance?
    /// How it relates to what the user searches for.
    public var match: Match?

    /// The marks given.
    public init(isNew: Bool? = nil, distance: Distance? = nil, match: Match? = nil) {
        self.isNew = isNew
        self.distance = distance
        self.match = match
    }

    /// No marks: the item is what it is to everyone.
    public static let none = ItemMarks()
}

/// A distance on Earth in whole metres.
public struct Distance: Hashable, Sendable {
    /// Metres, from 0 up.
    public let meters: Int

    /// `meters`, rounded to the nearest whole one; nothing on Earth is farther than half its circumference, and what is
    /// no distance at all (negative, not a number) is none.
    public init(meters: Double) {
        self.meters = meters > 0 ? Int(min(meters, 20_040_000).rounded()) : 0
    }
}

extension ItemMarks {
    /// Writes the marks as members of the item.
    func write(into writer: inout JSONWriter, _ words: Wording) {
        if let isNew { writer.member("isNew", isNew) }
        if let distance {
            writer.object("distance") {
                $0.member("meters", distance.meters)
                $0.string("text") { $0.append(distance, words) }
            }
        }
        switch match {
        case nil: break
        case .fits: writer.member("match", "fits")
        case .similar(let reason):
            writer.member("match", "similar")
            writer.object("reason") {
                $0.string("code") { $0.append(reason.parts.code) }
                $0.string("text") { $0.append(reason, words) }
            }
        }
        if self != .none && self != ItemMarks(isNew: false) {
            writer.string("accessibilityValue") { $0.append(self, words) }
        }
    }
}

extension RevisionHasher {
    /// Mixes in what a user's marks say.
    mutating func combine(_ marks: ItemMarks) {
        combine(marks.isNew) { $0.combine($1) }
        combine(marks.distance) { $0.combine($1.meters) }
        switch marks.match {
        case nil: combine(0)
        case .fits: combine(-1)
        case .similar(let reason):
            combine(reason.parts.ordinal)
            combine(reason.parts.value)
        }
    }
}
