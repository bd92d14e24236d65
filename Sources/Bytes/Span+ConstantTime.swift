import COpenSSL

extension Span<UInt8> {
    /// Whether these are the bytes of `other`, in a time that depends on nothing but their number.
    public func equalsInConstantTime(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        // Sound: both hold `count` bytes, and the pointers are not kept.
        return unsafe withUnsafeBytes { bytes in
            unsafe other.withUnsafeBytes { others in
                unsafe CRYPTO_memcmp(bytes.baseAddress, others.baseAddress, bytes.count) == 0
            }
        }
    }
}
