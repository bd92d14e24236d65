import SeededRandom
import Testing

@testable import Recommendations

@Suite struct `The slots that a user opened last` {
    private func slots(_ recent: RecentSlots) -> [UInt32] { (0..<recent.count).map { recent[$0] } }

    private func slots(_ opened: [UInt32]) -> [UInt32] {
        var recent = RecentSlots()
        for slot in opened { recent.insert(slot) }
        return slots(recent)
    }

    @Test func `are the latest first, each once, at most ten`() {
        #expect(slots([]) == [])
        #expect(slots([0]) == [0])
        #expect(slots([1, 2, 3]) == [3, 2, 1])
        #expect(slots([1, 2, 3, 2]) == [2, 3, 1])
        #expect(slots([1, 2, 3, 1, 1]) == [1, 3, 2])
        #expect(slots(Array(0..<10)) == Array((0..<10).reversed()))
        #expect(slots(Array(0..<14)) == Array((4..<14).reversed()))
        #expect(slots(Array(0..<14) + [4]) == [4] + (5..<14).reversed())
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `are those of a simple list`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var (recent, list) = (RecentSlots(), [UInt32]())
        for _ in 0..<500 {
            let slot = UInt32.random(in: 0..<16, using: &generator)
            recent.insert(slot)
            list = Array(([slot] + list.filter { $0 != slot }).prefix(10))
            #expect(slots(recent) == list)
        }
    }
}
