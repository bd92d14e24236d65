/// The hexadecimal digits of a number, in lower case, the highest first, as many as asked for.
struct HexadecimalDigits<Number: FixedWidthInteger & Sendable>: Sequence, IteratorProtocol {
    private let number: Number
    private var left: Int

    init(_ number: Number, count: Int) {
        self.number = number
        left = count
    }

    mutating func next() -> UInt8? {
        guard left > 0 else { return nil }
        left -= 1
        let digit = UInt8(truncatingIfNeeded: number >> (4 * left) & 0xf)
        return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}
