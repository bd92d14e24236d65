import Bytes
import Catalogue

/// Why a checkpoint cannot be restored. Then everything is learned from the events again.
public struct CheckpointError: Error, Hashable, Sendable {
    public let reason: String

    static let malformed = CheckpointError(reason: "it is malformed")
}

/// The state of a learner at its last model as bytes, see ``Catalogue/LearningCheckpoint``.
///
/// Equal states have equal bytes. A learner that is restored, and learns the events since that model, continues exactly
/// as the one that was saved.
extension InteractionLearner {
    /// The version of the format, of ``InteractionModel`` and of everything that decides what is learned. Increase it
    /// with every change of these.
    private static let version: UInt8 = 5
    /// The offset of the bytes behind the version and their checksum.
    private static let bodyOffset = 1 + 8

    /// What was learned up to the position of ``published``. Takes about 0.5 s for 100,000 items with full lists.
    func checkpoint() -> LearningCheckpoint {
        var body = PackedWriter()
        published.write(to: &body)
        for users in [recents.young, recents.old] { Self.write(users, to: &body) }
        var head = PackedWriter()
        head.write(Self.version)
        head.write(Revision { $0.combine(bytes: body.bytes.span) }.rawValue)
        return LearningCheckpoint(position: published.position, bytes: head.bytes + body.bytes)
    }

    /// Restores what was learned, in about 0.3 s for 100,000 items with full lists. The bytes may be any.
    init(_ checkpoint: LearningCheckpoint, userLimit: Int = defaultUserLimit) throws(CheckpointError) {
        guard let version = checkpoint.bytes.first else { throw .malformed }
        guard version == Self.version else {
            throw CheckpointError(reason: "another version of Hearth wrote it (format \(version))")
        }
        guard checkpoint.bytes.count >= Self.bodyOffset else { throw .malformed }
        let checksum = Revision { $0.combine(bytes: checkpoint.bytes.span.extracting(droppingFirst: Self.bodyOffset)) }
        var reader = PackedReader(checkpoint.bytes.span, from: 1)
        guard reader.integer() == checksum.rawValue else {
            throw CheckpointError(reason: "its checksum does not match")
        }
        self.init(userLimit: userLimit)
        published = InteractionModel(from: &reader)
        position = published.position
        recents = LRUCache(
            capacity: userLimit,
            young: Self.users(from: &reader, items: published.slots.count),
            old: Self.users(from: &reader, items: published.slots.count)
        )
        guard position == checkpoint.position, reader.isComplete else { throw .malformed }
    }

    // MARK: Users

    private typealias Users = LRUCache<UInt64, RecentSlots>.Entries

    private static func write(_ users: Users, to writer: inout PackedWriter) {
        writer.write(UInt32(users.count))
        for (user, (recent, _)) in users.sorted(by: { $0.key < $1.key }) {
            writer.write(user)
            writer.write(UInt8(recent.count))
            for index in 0..<recent.count { writer.write(recent[index]) }
        }
    }

    private static func users(from reader: inout PackedReader, items: Int) -> Users {
        let users = reader.array(ofSize: 9) { reader in
            let user = reader.integer(UInt64.self)
            let count = reader.integer(in: 0...UInt8(OpeningWeights.paired))
            let slots = reader.array(count) { $0.slot(below: items) }
            var recent = RecentSlots()
            for slot in slots.reversed() { recent.insert(slot) }
            return (user, (value: recent, cost: 1))
        }
        return Users(users) { $1 }
    }
}

extension PackedReader {
    /// Reads an integer; one outside of the range is malformed.
    mutating func integer<Number: FixedWidthInteger & BitwiseCopyable>(in range: ClosedRange<Number>) -> Number {
        let value = integer(Number.self)
        if range.contains(value) { return value }
        fail()
        return range.lowerBound
    }

    /// Reads the slot of one of so many items.
    mutating func slot(below count: Int) -> UInt32 {
        let slot = integer(UInt32.self)
        if slot >= count { fail() }
        return slot
    }

    /// Reads elements of at least `size` bytes each after their count, of which no more may be announced than fit.
    mutating func array<Element>(ofSize size: Int, _ read: (inout PackedReader) -> Element) -> [Element] {
        array(integer(in: 0...UInt32(clamping: (bytes.count - offset) / size)), read)
    }

    mutating func array<Element>(_ count: some BinaryInteger, _ read: (inout PackedReader) -> Element) -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(Int(count))
        for _ in 0..<Int(count) where !isMalformed { elements.append(read(&self)) }
        return elements
    }
}
