import Glibc
import Synchronization

/// Limits how many of something exist at a time, on all loops together.
final class ConcurrencyLimiter: Sendable {
    private let limit: Int
    private let count = Atomic(0)

    init(_ limit: Int) {
        self.limit = limit
    }

    /// A hint: another loop may take the room before ``acquire()`` is called.
    var isAvailable: Bool { count.load(ordering: .relaxed) < limit }

    /// - Returns: whether there was room; then it must be released.
    func acquire() -> Bool {
        // At the limit reading is enough, so that rejections do not write the counter.
        guard isAvailable else { return false }
        guard count.add(1, ordering: .relaxed).oldValue >= limit else { return true }
        release()
        return false
    }

    func release() {
        count.subtract(1, ordering: .relaxed)
    }
}

/// Limits the open connections of each client address, on all loops together.
final class AddressLimiter: Sendable {
    private let limit: Int
    /// Addresses without open connections are absent.
    let counts = Mutex<[PeerAddress: Int]>([:])

    init(_ limit: Int) {
        self.limit = limit
    }

    /// - Returns: whether there was room; then it must be released.
    func acquire(_ address: PeerAddress) -> Bool {
        counts.withLock { counts in
            let count = counts[address, default: 0]
            guard count < limit else { return false }
            counts[address] = count + 1
            return true
        }
    }

    func release(_ address: PeerAddress) {
        counts.withLock { counts in
            let count = counts[address, default: 0]
            counts[address] = count > 1 ? count - 1 : nil
        }
    }
}

/// The address that a client's connections are counted by: an IPv4 address, or the first 64 bits of an IPv6 address,
/// since one client usually has a whole /64 network.
struct PeerAddress: Hashable, Sendable {
    private let bits: UInt128

    /// An IPv6 address in two halves. An IPv4 address is mapped to one (`::ffff:192.0.2.1`).
    init(_ high: UInt64, _ low: UInt64) {
        bits = high == 0 && low >> 32 == 0xffff ? UInt128(low) : UInt128(high) << 64
    }

    /// `nil` if the connection is over already.
    init?(of descriptor: Int32) {
        guard let address = unsafe socketAddress(of: descriptor, getpeername) else { return nil }
        if Int32(address.sin6_family) == AF_INET {
            // An IPv4 address is stored where an IPv6 one has its flow label.
            self.init(0, 0xffff << 32 | UInt64(UInt32(bigEndian: address.sin6_flowinfo)))
        } else {
            var address = address.sin6_addr
            // Sound: any sixteen bytes are two numbers, at any alignment, and the address outlives the call.
            let halves = unsafe withUnsafeBytes(of: &address) { bytes in
                unsafe (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
            self.init(UInt64(bigEndian: halves.0), UInt64(bigEndian: halves.1))
        }
    }
}

/// Calls `getsockname` or `getpeername`. The port is at the same place in IPv4 and IPv6 addresses.
func socketAddress(
    of descriptor: Int32,
    _ call: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32
) -> sockaddr_in6? {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    // Sound: sockaddr_in6 is the larger of the two kinds of address, and the kernel writes at most `length` bytes.
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call(descriptor, $0, &length) }
    }
    return result == 0 ? address : nil
}
