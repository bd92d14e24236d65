import Bytes
import Testing

@Suite struct `Appending to an output span` {
    @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 17, 300])
    func `copies bytes and literals`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let made = [UInt8](capacity: count + 6) {
            $0.append("key")
            $0.append(copying: bytes)
            $0.append("end")
        }
        #expect(made == Array("key".utf8) + bytes + Array("end".utf8))
    }

    @Test func `takes the low bytes of a word, up to the last free byte`() {
        for count in 0...8 {
            for room in count...10 {
                let made = [UInt8](capacity: room) { $0.append(lowBytes: count, of: 0x0807_0605_0403_0201) }
                #expect(made == Array([1, 2, 3, 4, 5, 6, 7, 8].prefix(count)), "\(count) in \(room)")
            }
        }
    }

    @Test func `writes decimal digits`() {
        var values = [0, 7, -7, Int.max, Int.min]
        var power = 1
        for _ in 0..<18 {
            power *= 10
            values += [power - 1, power, power + 1, -power]
        }
        for value in values { #expect(written { $0.append(decimal: value) } == "\(value)") }
        for (count, expected) in [(1, "42"), (2, "42"), (3, "042"), (8, "00000042")] {
            #expect(written { $0.append(decimal: 42 as UInt, minimumDigits: count) } == expected)
        }
        #expect(written { $0.append(decimal: 0 as UInt, minimumDigits: 3) } == "000")
    }

    @Test func `writes hexadecimal digits`() {
        var word: UInt64 = 0x0123_4567_89ab_cdef
        #expect(written { $0.append(hexadecimal: word) } == "0123456789abcdef")
        for _ in 0..<1_000 {
            word = word &* 0x9e37_79b9_7f4a_7c15 &+ 1
            let digits = String(word, radix: 16)
            let expected = String(repeating: "0", count: 16 - digits.count) + digits
            #expect(written { $0.append(hexadecimal: word) } == expected)
        }
    }

    @Test(arguments: [
        (0, 3, "0"), (64_000, 3, "64"), (142_667, 3, "142.667"), (2_500, 3, "2.5"), (10, 3, "0.01"), (-1, 3, "-0.001"),
        (-500, 3, "-0.5"), (416_500_000, 7, "41.65"), (-1, 7, "-0.0000001"), (7, 0, "7"),
        (Int.min, 3, "-9223372036854775.808"), (Int.max, 7, "922337203685.4775807"),
    ])
    func `writes fractions without trailing zeros`(units: Int, places: Int, text: String) {
        #expect(written { $0.append(decimal: units, places: places) } == text)
    }

    @Test func `writes a byte as two hexadecimal digits`() {
        for byte in UInt8.min...UInt8.max {
            let digits = String(byte, radix: 16)
            #expect(written { $0.append(hexadecimal: byte) } == (digits.count == 1 ? "0" : "") + digits)
        }
    }

    @Test(arguments: [
        ("", #""""#), ("plain", #""plain""#), (#"say "hi" \ bye"#, #""say \"hi\" \\ bye""#),
        ("\u{8}\t\n\u{c}\r", #""\b\t\n\f\r""#), ("\0\u{f}\u{10}\u{1f} ", #""\u0000\u000f\u0010\u001f ""#),
        ("\u{7f}\u{2028}/<é🏡", "\"\u{7f}\u{2028}/<é🏡\""),
    ])
    func `escapes JSON strings`(text: String, json: String) {
        var bytes: [UInt8] = []
        bytes.append(jsonString: text.utf8.span)
        #expect(String(decoding: bytes, as: UTF8.self) == json)
    }

    private func written(_ write: (inout OutputSpan<UInt8>) -> Void) -> String {
        String(decoding: [UInt8](capacity: 24, initializingWith: write), as: UTF8.self)
    }
}
