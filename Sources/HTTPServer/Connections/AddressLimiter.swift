import Synchronization

/// How many connections each address may have at a time, on all loops together. It remembers the addresses of open
/// connections only.
final class AddressLimiter: Sendable {
    private let limit: Int
    private let taken = Mutex<[PeerAddress: Int]>([:])

    init(_ limit: Int) {
        self.limit = limit
    }

    /// How many addresses are remembered.
    var count: Int { taken.withLock { $0.count } }

    /// - Returns: whether the address may have one more, which then counts.
    func take(_ address: PeerAddress) -> Bool {
        taken.withLock { taken in
            let count = taken[address, default: 0]
            guard count < limit else { return false }
            taken[address] = count + 1
            return true
        }
    }

    /// The address has one less.
    func giveBack(_ address: PeerAddress) {
        taken.withLock { taken in
            let count = taken[address, default: 0]
            taken[address] = count > 1 ? count - 1 : nil
        }
    }
}
