import SeededRandom
import Testing

@testable import Catalogue

@Suite struct `A table by four bits of codes` {
    @Test(arguments: 0...4)
    func `finds the values of many codes as of single ones`(shift: Int) {
        var random = SplitMix64(seed: 5)
        var table = CoarseTable(shift: shift)
        for code in 0...255 { table.raise(code, to: .random(in: 0...255, using: &random)) }
        for count in [0, 1, 15, 16, 17, 31, 32, 33, 64, 1_000] {
            let codes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            var found = Array(repeating: UInt8(0), count: count)
            // Sound: both buffers have `count` bytes.
            unsafe codes.withUnsafeBufferPointer { codes in
                unsafe found.withUnsafeMutableBufferPointer { found in
                    guard let codes = codes.baseAddress, let found = found.baseAddress else { return }
                    unsafe table.lookUp(codes, count, to: found)
                }
            }
            #expect(found == codes.map { table.values[Int($0) >> shift & 15] })
        }
    }

    @Test func `keeps the greatest value of the codes with the same bits`() {
        var table = CoarseTable(shift: 3)
        for code in 8..<16 { table.raise(code, to: UInt8(20 - code)) }
        #expect(table.values[1] == 12)
        #expect(table.values[0] == 0)
    }
}
