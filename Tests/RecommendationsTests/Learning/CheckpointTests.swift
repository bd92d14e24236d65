import Bytes
import SeededRandom
import Testing

@testable import Catalogue
@testable import Recommendations

/// Guards the bytes of a learner: it continues exactly, and no bytes crash it.
@Suite struct `A checkpoint of a learner` {
    /// Openings, searches and forgotten users; the times make weights be scaled down.
    private func events(_ count: Int, seed: UInt64) -> [UserEvent] {
        var random = SplitMix64(seed: seed)
        var time: Instant = 1_700_000_000
        return (1...count).map { position in
            // Half a year in 40 steps, sometimes back.
            time += .random(in: -3_600...8_000, using: &random) * (position % 50 == 0 ? 100_000 : 1)
            let user = UserID("u\(Int.random(in: 0..<30, using: &random))")!
            let item = CatalogueItem.ID(kind: "product", id: "\(Int.random(in: 0..<150, using: &random))")
            let action: UserAction =
                switch Int.random(in: 0..<40, using: &random) {
                case 0: .forgotten(openings: [Int64(position)])
                case 1...3: .searched(UserSearch(filter: ItemFilter()))
                default: .opened(item)
                }
            return UserEvent(position: Int64(position) * 3, user: user, action: action, at: time)
        }
    }

    private func learner(_ events: some Sequence<UserEvent>, userLimit: Int = 1_000) -> InteractionLearner {
        var learner = InteractionLearner(userLimit: userLimit)
        for event in events { learner.learn(event) }
        return learner
    }

    @Test(arguments: [20, 1_000]) func `continues as the learner would have`(userLimit: Int) throws {
        let events = events(1_000, seed: 1)
        var whole = InteractionLearner(userLimit: userLimit)
        for (index, event) in events.enumerated() {
            if index % 207 == 0 {
                var restored = try InteractionLearner(whole.checkpoint(), userLimit: userLimit)
                #expect(restored.checkpoint() == whole.checkpoint())
                #expect(restored.published.bytes == whole.published.bytes)
                for event in events where event.position > restored.position { restored.learn(event) }
                #expect(restored.checkpoint() == learner(events, userLimit: userLimit).checkpoint())
            }
            whole.learn(event)
        }
    }

    @Test func `has the last model, without the openings since`() throws {
        let learner = learner(events(1_000, seed: 2).dropLast(3))
        #expect(learner.count > learner.published.count)
        let restored = try InteractionLearner(learner.checkpoint(), userLimit: 1_000)
        #expect(restored.position == learner.published.position && restored.count == learner.published.count)
        #expect(restored.published.bytes == learner.published.bytes)
        #expect(learner.checkpoint().bytes.count < learner.published.bytes.count + 30 * 60 + 100)
    }

    @Test func `of a new learner is small`() throws {
        let checkpoint = InteractionLearner().checkpoint()
        #expect(checkpoint.position == 0 && checkpoint.bytes.count < 200)
        #expect(try InteractionLearner(checkpoint).checkpoint() == checkpoint)
    }

    @Test func `is refused if its bytes or its position changed`() throws {
        let checkpoint = learner(events(300, seed: 3)).checkpoint()
        func restore(_ bytes: [UInt8], at position: Int64 = checkpoint.position) throws {
            _ = try InteractionLearner(LearningCheckpoint(position: position, bytes: bytes))
        }
        for position in [0, -1, Int64.min, checkpoint.position - 1, checkpoint.position + 1] {
            #expect(throws: CheckpointError.malformed) { try restore(checkpoint.bytes, at: position) }
        }
        var other = checkpoint.bytes
        other[0] += 1
        let version = CheckpointError(reason: "another version of Hearth wrote it (format \(other[0]))")
        #expect(throws: version) { try restore(other) }
        for count in 0..<9 {
            #expect(throws: CheckpointError.malformed) { try restore(Array(checkpoint.bytes.prefix(count))) }
        }
        let checksum = CheckpointError(reason: "its checksum does not match")
        for count in stride(from: 9, to: checkpoint.bytes.count, by: 61) {
            #expect(throws: checksum) { try restore(Array(checkpoint.bytes.prefix(count))) }
        }
        for index in stride(from: 1, to: checkpoint.bytes.count, by: 61) {
            var changed = checkpoint.bytes
            changed[index] ^= 1 << UInt8(index % 8)
            #expect(throws: checksum) { try restore(changed) }
        }
    }

    @Test func `with any bytes crashes nothing`() throws {
        let bytes = learner(events(400, seed: 4)).checkpoint().bytes
        let catalogue = SampleCatalogue([])
        let more = events(100, seed: 5)
        var random = SplitMix64(seed: 6)
        var restored = 0
        for _ in 0..<1_000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 9..<changed.count, using: &random)
                // Large and small values of the fields that begin here.
                let values: [UInt8] = [0, 1, 0x7f, 0x80, 0xff, .random(in: 0...255, using: &random)]
                let value = values.randomElement(using: &random) ?? 0
                for index in index..<min(changed.count, index + Int.random(in: 1...8, using: &random)) {
                    changed[index] = value
                }
            }
            if Int.random(in: 0..<9, using: &random) == 0 {
                changed.removeLast(Int.random(in: 0..<changed.count - 9, using: &random))
            }
            let checksum = Revision { $0.combine(bytes: changed.span.extracting(droppingFirst: 9)) }.rawValue
            for index in 0..<8 { changed[1 + index] = UInt8(truncatingIfNeeded: checksum >> (8 * index)) }
            let position = (0..<8).reduce(into: 0 as Int64) {
                $0 |= Int64(changed.count > 16 ? changed[9 + $1] : 0) << (8 * $1)
            }
            let checkpoint = LearningCheckpoint(position: position, bytes: changed)
            guard var learner = try? InteractionLearner(checkpoint) else { continue }
            restored += 1
            // Positions never fall.
            for event in more {
                learner.learn(
                    UserEvent(position: learner.position, user: event.user, action: event.action, at: event.at)
                )
            }
            let index = LearnedIndex(learner.published, in: catalogue.snapshot)
            _ = index.neighbours(of: learner.published.slots.hashes.map { ($0, 1) })
            _ = try InteractionLearner(learner.checkpoint())
        }
        #expect(restored > 100)
    }
}

extension InteractionModel {
    /// Everything that was learned.
    var bytes: [UInt8] {
        var writer = PackedWriter()
        write(to: &writer)
        return writer.bytes
    }
}
