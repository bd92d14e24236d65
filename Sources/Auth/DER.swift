/// The little of DER (ITU-T X.690) in which libcrypto takes keys and signatures.
enum DER {
    /// An INTEGER: the number, not negative, whose bytes are `magnitude`, the most significant first.
    static func integer(_ magnitude: some Collection<UInt8>) -> [UInt8] {
        let significant = magnitude.drop { $0 == 0 }
        // A zero before a set top bit, which would be a sign; and the number zero has a byte of its own.
        let needsZero = significant.first.map { $0 >= 0x80 } ?? true
        return element(0x02, (needsZero ? [0] : []) + significant)
    }

    /// A BIT STRING of whole bytes.
    static func bitString(_ bytes: [UInt8]) -> [UInt8] {
        element(0x03, [0] + bytes)
    }

    /// A SEQUENCE of these elements.
    static func sequence(_ elements: [UInt8]...) -> [UInt8] {
        element(0x30, Array(elements.joined()))
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
        var length: [UInt8] = []
        var rest = content.count
        while rest > 0 {
            length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }
}
