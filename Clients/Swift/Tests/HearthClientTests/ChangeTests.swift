import Testing

@testable import HearthClient

@Suite struct `Changes` {
    struct Vector: Decodable {
        let old, new: PageVector
        let offset: VectorOffset
        let changes: Expected

        struct Expected: Decodable {
            let sections: List
            let items: [String: List]
            let transitions: [VectorFrame]
        }

        struct List: Decodable, Equatable {
            let removed, inserted, reloaded: [Int]
            let moved: [Move]

            struct Move: Decodable, Equatable { let from, to: Int }

            init(_ changes: ListChanges) {
                (removed, inserted, reloaded) = (changes.removed, changes.inserted, changes.reloaded)
                moved = changes.moved.map { Move(from: $0.from, to: $0.to) }
            }
        }
    }

    @Test(arguments: try Vectors.names("changes-"))
    func `are those of the vectors`(name: String) throws {
        let vector: Vector = try Vectors.decoded(name)
        let changes = PageChanges(from: vector.old.page, to: vector.new.page, at: vector.offset.offset)
        #expect(Vector.List(changes.sections) == vector.changes.sections)
        #expect(changes.items.mapValues { Vector.List($0) } == vector.changes.items)
        #expect(Set(changes.transitions.keys) == Set(vector.changes.transitions.map(\.id)))
        for expected in vector.changes.transitions {
            guard let found = changes.transitions[expected.id], let initial = expected.initial,
                let final = expected.final
            else { continue }
            #expect(initial.isNear(found.initial.rect), "\(expected): \(found.initial.rect), not \(initial)")
            #expect(final.isNear(found.final.rect), "\(expected): \(found.final.rect), not \(final)")
            #expect(found.initial.alpha == initial.alpha && found.final.alpha == final.alpha, "\(expected)")
        }
    }

    @Test func `of lists lead from the old one to the new one, with the fewest moves`() {
        var random = SplitMix(state: 7)
        for _ in 0..<500 {
            let old = (0..<6).filter { _ in random.next() % 4 > 0 }.shuffled(using: &random).map(String.init)
            let new = (0..<8).filter { _ in random.next() % 4 > 0 }.shuffled(using: &random).map(String.init)
            let changes = ListChanges(from: old.map { ($0, [0]) }, to: new.map { ($0, [$0 == "3" ? 1 : 0]) })
            #expect(Self.applied(changes, to: old, new) == new)
            let kept = new.compactMap(old.firstIndex(of:))
            #expect(changes.moved.count == kept.count - Self.longestIncreasing(kept), "\(old) \(new)")
            #expect(changes.reloaded == new.indices.filter { new[$0] == "3" && old.contains("3") })
        }
    }

    private static func applied(_ changes: ListChanges, to old: [String], _ new: [String]) -> [String] {
        let leaving = Set(changes.removed + changes.moved.map(\.from))
        var list = old.indices.filter { !leaving.contains($0) }.map { old[$0] }
        let coming = changes.inserted.map { ($0, new[$0]) } + changes.moved.map { ($0.to, old[$0.from]) }
        for (index, id) in coming.sorted(by: { $0.0 < $1.0 }) { list.insert(id, at: min(index, list.count)) }
        return list
    }

    private static func longestIncreasing(_ values: [Int]) -> Int {
        guard let first = values.first else { return 0 }
        let rest = Array(values.dropFirst())
        return max(longestIncreasing(rest), 1 + longestIncreasing(rest.filter { $0 > first }))
    }
}

struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
