import Bytes
import Testing

@Suite struct `Bytes that are appended` {
    @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 17, 300])
    func `are the bytes that were given, behind those that are there`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let made = [UInt8](capacity: count + 6) {
            $0.append("key")
            $0.append(copying: bytes)
            $0.append("end")
        }
        #expect(made == Array("key".utf8) + bytes + Array("end".utf8))
    }

    @Test func `may be the lowest of a word, up to the last byte that there is room for`() {
        for count in 0...8 {
            for room in count...10 {
                let made = [UInt8](capacity: room) { $0.append(lowest: count, of: 0x0807_0605_0403_0201) }
                #expect(made == Array([1, 2, 3, 4, 5, 6, 7, 8].prefix(count)), "\(count) in \(room)")
            }
        }
    }

    @Test func `may be decimal digits`() {
        var values = [0, 7, -7, Int.max, Int.min]
        var power = 1
        for _ in 0..<18 {
            power *= 10
            values += [power - 1, power, power + 1, -power]
        }
        for value in values { #expect(written { $0.append(decimal: value) } == "\(value)") }
        for (count, expected) in [(1, "42"), (2, "42"), (3, "042"), (8, "00000042")] {
            #expect(written { $0.append(decimal: 42 as UInt, atLeast: count) } == expected)
        }
        #expect(written { $0.append(decimal: 0 as UInt, atLeast: 3) } == "000")
    }

    @Test func `may be hexadecimal digits`() {
        var word: UInt64 = 0x0123_4567_89ab_cdef
        #expect(written { $0.append(hexadecimal: word) } == "0123456789abcdef")
        for _ in 0..<1_000 {
            word = word &* 0x9e37_79b9_7f4a_7c15 &+ 1
            let digits = String(word, radix: 16)
            let expected = String(repeating: "0", count: 16 - digits.count) + digits
            #expect(written { $0.append(hexadecimal: word) } == expected)
        }
    }

    private func written(_ write: (inout OutputSpan<UInt8>) -> Void) -> String {
        String(decoding: [UInt8](capacity: 24, initializingWith: write), as: UTF8.self)
    }
}
