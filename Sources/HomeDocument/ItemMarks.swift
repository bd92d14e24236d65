import Bytes
import Localization

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
    /// Whether there are no marks.
    var isNone: Bool { isNew == nil && distance == nil && match == nil }

    /// The most bytes of the marks as members.
    func room(_ localizer: Localizer) -> Int {
        // Two texts of their own, and up to five between them in what a screen reader says; the rest is keys.
        isNone ? 0 : 7 * localizer.longestText + 192
    }

    /// Appends the marks as members of the item, each behind a comma.
    func write(to bytes: inout OutputSpan<UInt8>, _ localizer: Localizer) {
        if isNone { return }
        if let isNew { bytes.append(isNew ? ",\"isNew\":true" : ",\"isNew\":false") }
        if let distance {
            bytes.append(",\"distance\":{\"meters\":")
            bytes.append(decimal: distance.meters)
            bytes.append(",\"text\":\"")
            localizer.write(distance: distance.meters, to: &bytes)
            bytes.append("\"}")
        }
        switch match {
        case nil: break
        case .fits: bytes.append(",\"match\":\"fits\"")
        case .similar(let reason):
            bytes.append(",\"match\":\"similar\",\"reason\":{\"code\":\"")
            bytes.append(reason.parts.code)
            bytes.append("\",\"text\":\"")
            localizer.write(reason, to: &bytes)
            bytes.append("\"}")
        }
        if isNew != true && distance == nil && match == nil { return }
        bytes.append(",\"accessibilityValue\":\"")
        localizer.write(self, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
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
