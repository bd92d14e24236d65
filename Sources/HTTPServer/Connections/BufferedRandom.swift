import Glibc

/// Unpredictable numbers, fetched from the system 32 at a time.
struct BufferedRandom {
    private var words = InlineArray<32, UInt64>(repeating: 0)
    private var left = 0

    mutating func next() -> UInt64 {
        while true {
            if left == 0 { refill() }
            left -= 1
            if words[left] != 0 { return words[left] }
        }
    }

    private mutating func refill() {
        // Sound: the bytes are those of the array, which any bits may fill; getentropy returns up to 256 at a time.
        let result = unsafe withUnsafeMutableBytes(of: &words) { unsafe getentropy($0.baseAddress, $0.count) }
        precondition(result == 0, "the system has no random numbers")
        left = words.count
    }
}
