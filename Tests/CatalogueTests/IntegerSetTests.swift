import SeededRandom
import Testing

@testable import Catalogue

/// The hash table of excluded rows and hashes.
@Suite struct `A set of integers` {
    @Test(arguments: 0..<20)
    func `behaves like Set`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        // Few enough to meet again, and those that a table of 32 or 64 slots puts in one place.
        let candidates = (0..<40).map { UInt64($0) } + [.max, .max - 2] + (0..<40).map { _ in generator.next() }
        var (set, expected) = (IntegerSet<UInt64>(), Set<UInt64>())
        for _ in 0..<2_000 {
            let element = candidates.randomElement(using: &generator)!
            if Bool.random(using: &generator) {
                #expect(set.insert(element) == expected.insert(element).inserted)
            } else {
                set.remove(element)
                expected.remove(element)
            }
            #expect(set.count == expected.count)
        }
        #expect(candidates.allSatisfy { set.contains($0) == expected.contains($0) })
        #expect(IntegerSet(Array(expected)).count == expected.count)
    }

    @Test func `is empty at first`() {
        var set = IntegerSet<UInt32>()
        #expect(set.isEmpty && !set.contains(0) && !set.contains(.max))
        set.remove(0)
        #expect(IntegerSet<UInt32>([]).isEmpty)
    }
}
