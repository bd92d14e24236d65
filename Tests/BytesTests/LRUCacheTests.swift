import Bytes
import Testing

@Suite struct `An LRU cache` {
    @Test(arguments: [2, 3, 10, 101])
    func `holds at most its capacity, and at least the newest half of it`(capacity: Int) {
        var cache = LRUCache<Int, Int>(capacity: capacity)
        var latest: [Int] = []
        for step in 0..<5_000 {
            let key = (step * step + step * 7) % (3 * capacity)
            if let value = cache.value(for: key) { #expect(value == -key) } else { cache.insert(-key, for: key) }
            latest = (latest.filter { $0 != key } + [key]).suffix(capacity / 2)
            #expect(cache.count <= capacity)
        }
        for key in latest.reversed() { #expect(cache.value(for: key) == -key) }
    }

    @Test func `keeps values in use`() {
        var cache = LRUCache<Int, Int>(capacity: 10)
        cache.insert(1, for: 0)
        for key in 1...1_000 {
            cache.insert(2, for: key)
            #expect(cache.value(for: 0) == 1)
        }
        #expect(cache.value(for: 500) == nil)
    }

    @Test func `returns the newest value of a key`() {
        var cache = LRUCache<Int, Int>(capacity: 4)
        for value in 0..<20 {
            cache.insert(value, for: 0)
            cache.insert(value, for: value % 3 + 1)
            #expect(cache.value(for: 0) == value)
        }
    }
}
