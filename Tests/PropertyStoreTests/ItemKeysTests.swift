import Catalogue
import Testing

@Suite struct `A set of keys` {
    @Test(arguments: [0, 1, 2, 3, 7, 64, 1_000]) func `holds what was put in, each once, and nothing else`(count: Int) {
        var random = Seeded(UInt64(count))
        let numbers = (0..<count).map { _ in
            Int64.random(in: -2_000...2_000, using: &random)
        }
        let keys = ItemKeys((numbers + numbers.reversed()).map(ItemKey.init))
        let expected = Set(numbers)
        #expect(keys.count == expected.count && keys.isEmpty == expected.isEmpty)
        #expect(keys.map(\.rawValue) == expected.sorted())
        for number in Int64(-2_001)...2_001 {
            #expect(keys.contains(ItemKey(rawValue: number)) == expected.contains(number))
        }
    }

    @Test func `knows the outermost keys`() {
        let keys: ItemKeys = [ItemKey(rawValue: .max), ItemKey(rawValue: .min)]
        #expect(keys.contains(ItemKey(rawValue: .min)) && keys.contains(ItemKey(rawValue: .max)))
        #expect(!keys.contains(ItemKey(rawValue: 0)))
    }
}
