import Synchronization

/// Memory that bodies are written into and that comes back when they are sent, so that an answer costs no allocation, and
/// the system no pages that have been given back to it in between.
final class BodyMemory: Sendable {
    private let spare = Mutex<[[UInt8]]>([])

    /// How many bodies' memory is kept.
    private static let maximumCount = 32
    /// How much memory of one body is kept, in bytes; what is longer was an exception.
    private static let maximumCapacity = 256 * 1024

    /// An empty array with room for `capacity` bytes at least.
    func take(capacity: Int) -> [UInt8] {
        var memory = spare.withLock { $0.popLast() } ?? []
        memory.reserveCapacity(capacity)
        return memory
    }

    /// Takes back what nobody else holds.
    func give(_ memory: consuming [UInt8]) {
        guard 1...Self.maximumCapacity ~= memory.capacity else { return }
        memory.removeAll(keepingCapacity: true)
        let memory = memory
        spare.withLock { spare in
            if spare.count < Self.maximumCount { spare.append(memory) }
        }
    }
}
