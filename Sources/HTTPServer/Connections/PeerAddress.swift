import Glibc

/// What a client's connections are counted by: an IPv4 address, or the first 64 bits of an IPv6 address, since one client
/// usually has all the addresses of such a network.
struct PeerAddress: Hashable, Sendable {
    private let isIPv4: Bool
    private let bits: UInt64

    /// The address of an IPv4 client.
    init(ipv4: UInt32) {
        isIPv4 = true
        bits = UInt64(ipv4)
    }

    /// The address of an IPv6 client, in its two halves. An IPv4 client on a socket for both (`::ffff:192.0.2.1`) is one of
    /// IPv4.
    init(ipv6 high: UInt64, _ low: UInt64) {
        let isMapped = high == 0 && low >> 32 == 0xffff
        isIPv4 = isMapped
        bits = isMapped ? low & 0xffff_ffff : high
    }

    /// The address of the client at the other end; `nil` where the connection is over already.
    init?(of descriptor: Int32) {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        // Sound: sockaddr_in6 is the larger of the two kinds of address, and the kernel writes at most `length` bytes.
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getpeername(descriptor, $0, &length)
            }
        }
        guard result == 0 else { return nil }
        if Int32(address.sin6_family) == AF_INET {
            // An IPv4 address stands where the other kind has its flow.
            self.init(ipv4: UInt32(bigEndian: address.sin6_flowinfo))
        } else {
            // Sound: any sixteen bytes are two numbers, at any alignment, and the address outlives the call.
            let halves = unsafe withUnsafeBytes(of: &address.sin6_addr) { bytes in
                unsafe (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
            self.init(ipv6: UInt64(bigEndian: halves.0), UInt64(bigEndian: halves.1))
        }
    }
}
