import SeededRandom
import Testing

@testable import HomeClient

@Suite struct `The example's changes` {
    /// Applies the changes to `old`, and takes only inserted elements from `new`.
    private func applied(_ changes: Changes, to old: [Int], new: [Int]) -> [Int] {
        let gone = Set(changes.removed + changes.moved.map(\.from))
        var list = old.indices.filter { !gone.contains($0) }.map { old[$0] }
        let arrivals =
            changes.inserted.map { (at: $0, id: new[$0]) } + changes.moved.map { (at: $0.to, id: old[$0.from]) }
        for arrival in arrivals.sorted(by: { $0.at < $1.at }) { list.insert(arrival.id, at: arrival.at) }
        return list
    }

    @Test(arguments: 0..<200)
    func `turn one list into the other`(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let old = Array((0..<30).shuffled(using: &random).prefix(seed % 20))
        let new = Array((0..<30).shuffled(using: &random).prefix(seed % 17))
        let changed = Set(0..<10)
        let changes = Changes(from: old, to: new) { changed.contains($0) }
        #expect(applied(changes, to: old, new: new) == new)
        #expect(Set(changes.removed.map { old[$0] }) == Set(old).subtracting(new))
        #expect(Set(changes.inserted.map { new[$0] }) == Set(new).subtracting(old))
        #expect(Set(changes.reconfigured.map { new[$0] }) == changed.intersection(old).intersection(new))
        #expect(changes.reconfigured == changes.reconfigured.sorted())
    }

    @Test func `are empty for equal lists, and one move for one moved element`() {
        #expect(Changes(from: [1, 2, 3], to: [1, 2, 3]) { _ in false }.isEmpty)
        let moved = Changes(from: [1, 2, 3, 4], to: [4, 1, 2, 3]) { _ in false }
        #expect(moved.moved == [Changes.Move(from: 3, to: 0)])
        #expect(moved.removed.isEmpty && moved.inserted.isEmpty && moved.reconfigured.isEmpty)
    }
}
