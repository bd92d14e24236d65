import Testing

@testable import RememberedUsers

@Suite struct `A cache with second chances` {
    @Test func `keeps what is asked for, and lets go of what is not`() {
        var cache = SecondChanceCache<Int, String>(capacity: 10)
        for key in 0..<10 { cache.insert("\(key)", for: key, weight: 1) }
        #expect(cache.count == 10)
        for round in 1...20 {
            for kept in [2, 5, 7] { #expect(cache.value(for: kept) == "\(kept)") }
            cache.insert("other", for: 100 + round, weight: 1)
            #expect(cache.count == 10)
        }
        #expect([0, 1, 3, 4, 6, 8, 9].allSatisfy { cache.value(for: $0) == nil })
    }

    @Test func `holds no more than its capacity weighs, whatever comes and goes`() {
        var cache = SecondChanceCache<Int, Int>(capacity: 30)
        var weights: [Int: Int] = [:]
        var state: UInt64 = 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for step in 0..<5_000 {
            let key = random(20)
            switch random(4) {
            case 0:
                cache.remove(key)
                #expect(cache.value(for: key) == nil)
            case 1:
                if let value = cache.value(for: key) { #expect(weights[key] != nil && value / 100 == key) }
            default:
                let weight = 1 + random(12)
                weights[key] = weight
                cache.insert(key * 100 + step % 100, for: key, weight: weight)
                #expect(cache.value(for: key) == key * 100 + step % 100)
            }
            let held = (0..<20).filter { cache.value(for: $0) != nil }
            #expect(held.count == cache.count)
            #expect(held.reduce(0) { $0 + weights[$1]! } <= 30)
        }
    }

    @Test func `does not keep what is heavier than itself, nor what that was to replace`() {
        var cache = SecondChanceCache<Int, Int>(capacity: 3)
        cache.insert(1, for: 1, weight: 3)
        cache.insert(2, for: 1, weight: 4)
        #expect(cache.value(for: 1) == nil && cache.count == 0)
        cache.insert(3, for: 2, weight: 3)
        #expect(cache.value(for: 2) == 3)
    }
}
