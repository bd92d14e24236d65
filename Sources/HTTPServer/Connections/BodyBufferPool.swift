import Synchronization

/// Memory that bodies are written into, and that is used again once they are sent: an answer costs no allocation, and the
/// system no pages that have been given back to it in between.
final class BodyBufferPool: Sendable {
    private let spare = Mutex<[[UInt8]]>([])

    /// How many bodies' memory is kept.
    private static let maximumCount = 32
    /// How much memory of one body is kept, in bytes; what is shorter is soon allocated, what is longer was an exception.
    private static let capacities = 4 * 1024...256 * 1024

    /// An empty array with room for `capacity` bytes at least.
    func take(capacity: Int) -> [UInt8] {
        var memory = spare.withLock { $0.popLast() } ?? []
        memory.reserveCapacity(capacity)
        return memory
    }

    /// Takes a body that was sent. Where another reference to it exists, an empty array of its size is returned.
    func give(_ body: consuming [UInt8]) {
        guard Self.capacities ~= body.capacity else { return }
        body.removeAll(keepingCapacity: true)
        let memory = body
        spare.withLock { if $0.count < Self.maximumCount { $0.append(memory) } }
    }
}
