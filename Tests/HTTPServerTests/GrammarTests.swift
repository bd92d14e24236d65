import Testing

@testable import HTTPServer

private let alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

private func members(of condition: (UInt8) -> Bool) -> Set<UInt8> {
    Set((UInt8.min...UInt8.max).filter(condition))
}

/// Guards the character classes against a plain definition.
@Suite struct `The grammar's characters` {
    @Test func `of a token are those of RFC 9110`() {
        #expect(members(of: \.isToken) == Set((alphanumeric + "!#$%&'*+-.^_`|~").utf8))
    }

    @Test func `of an entity tag are all but quotes, blanks and control characters`() {
        #expect(members(of: \.isEntityTag) == Set([0x21] + (0x23...0x7e) + (0x80...0xff)))
    }

    @Test func `of a host's name are those of RFC 3986`() {
        #expect(members(of: \.isRegisteredName) == Set((alphanumeric + "-._~!$&'()*+,;=%").utf8))
    }

    @Test func `are excluded in blocks of sixteen as one by one`() {
        #expect(excluded(by: { $0.areOutsideTokens }) == members { !$0.isToken })
        #expect(excluded(by: { $0.areControl }) == Set((0x00...0x1f).filter { $0 != 0x09 } + [0x7f]))
        #expect(excluded(by: { $0.areEnds }) == [0x00, 0x0a, 0x0d])
        #expect(excluded(by: { $0.areEncoded }) == Set([0x25, 0x2b] + (0x80...0xff)))
        // The characters of RFC 3986, and those that browsers do not encode.
        let targets = Set((alphanumeric + "-._~!$&'()*+,;=%:@/?[]^`{|}").utf8)
        #expect(excluded(by: { $0.areOutsideTargets }) == members { !targets.contains($0) })
    }

    @Test func `make a token in any position, and an empty text is none`() {
        func isToken(_ bytes: [UInt8]) -> Bool { bytes.span.isToken }
        #expect(!isToken([]))
        for count in 1...40 {
            var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
            #expect(isToken(bytes))
            for place in bytes.indices {
                bytes[place] = UInt8(ascii: ",")
                #expect(!isToken(bytes))
                bytes[place] = UInt8(ascii: "a")
            }
        }
    }

    /// The bytes that exclude a range in any position.
    private func excluded(by isBad: (ByteBlock) -> ByteBlockMask) -> Set<UInt8> {
        let good = UInt8(ascii: "a")
        var excluded: Set<UInt8> = []
        for byte in UInt8.min...UInt8.max {
            var verdicts: Set<Bool> = []
            var areClean = true
            for count in [1, 15, 16, 17, 33] {
                // The bytes around a range have no effect.
                for (before, after) in [(0, 0), (1, 1), (7, 0), (0, 9), (20, 20)] {
                    let range = before..<before + count
                    var bytes = [UInt8](repeating: byte, count: before + count + after)
                    for place in range { bytes[place] = good }
                    areClean = areClean && bytes.span.contains(no: isBad, in: range)
                    for place in range {
                        bytes[place] = byte
                        verdicts.insert(bytes.span.contains(no: isBad, in: range))
                        if range == bytes.indices { verdicts.insert(bytes.span.contains(no: isBad)) }
                        bytes[place] = good
                    }
                }
            }
            #expect(areClean, "\(byte)")
            #expect(verdicts.count == 1, "\(byte)")
            if verdicts == [false] { excluded.insert(byte) }
        }
        return excluded
    }
}
