import Bytes
import Testing

@Suite struct `A revision` {
    @Test func `is the same for equal content`() {
        #expect(Revision { $0.combine("Toledo") } == Revision { $0.combine("Toledo") })
    }

    @Test func `never changes between versions of the program`() {
        let revision = Revision {
            $0.combine("Comme des Garçons")
            $0.combine(42)
            $0.combine(1.5)
            $0.combine(true)
            $0.combine(nil as Int?) { $0.combine($1) }
        }
        #expect(revision.description == "2224bc5072b81f9f")
    }

    @Test func `depends on the boundaries between texts`() {
        let split = Revision {
            $0.combine("ab")
            $0.combine("c")
        }
        let other = Revision {
            $0.combine("a")
            $0.combine("bc")
        }
        #expect(split != other)
    }

    @Test func `changes with each bit of a long text`() {
        let text = [UInt8](repeating: 0x61, count: 67)
        var seen: Set<Revision> = [Revision { $0.combine(bytes: text.span) }]
        for bit in 0..<(text.count * 8) {
            var other = text
            other[bit / 8] ^= 1 << (bit % 8)
            seen.insert(Revision { $0.combine(bytes: other.span) })
        }
        #expect(seen.count == text.count * 8 + 1)
    }

    @Test func `prints as sixteen digits`() {
        #expect(Revision(rawValue: 0xbeef).description == "000000000000beef")
    }
}
