import Synchronization

/// The memory of sent response bodies, for the next ones: a body costs no allocation and no page faults.
final class BodyPool: Sendable {
    private let memories = Mutex<[[UInt8]]>([])

    private static let limit = 32
    /// The capacities that are kept, in bytes. Smaller bodies are cheap to allocate, larger ones are exceptions.
    private static let capacities = 4 * 1024...256 * 1024

    func take(capacity: Int) -> [UInt8] {
        var memory = memories.withLock { $0.popLast() } ?? []
        memory.reserveCapacity(capacity)
        return memory
    }

    /// Keeps the memory of a sent body. If another reference to it exists, an empty array of its size is kept.
    func recycle(_ body: consuming [UInt8]) {
        guard Self.capacities ~= body.capacity else { return }
        body.removeAll(keepingCapacity: true)
        let memory = body
        memories.withLock { if $0.count < Self.limit { $0.append(memory) } }
    }
}
