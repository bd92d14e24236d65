import Synchronization

/// Objects that are kept for their memory, to be used again.
struct ObjectPool<Object> {
    let limit: Int
    var objects: [Object] = []

    mutating func take() -> Object? { objects.popLast() }

    mutating func recycle(_ object: Object) {
        if objects.count < limit { objects.append(object) }
    }
}

extension Array {
    /// Moves the elements out, with their memory.
    mutating func take() -> Self {
        var taken: Self = []
        swap(&taken, &self)
        return taken
    }
}

/// The memory of sent response bodies, for the next ones: a body costs no allocation and no page faults.
final class BodyPool: Sendable {
    private let pool = Mutex(ObjectPool<[UInt8]>(limit: 32))

    /// The capacities that are kept, in bytes. Smaller bodies are cheap to allocate, larger ones are exceptions.
    private static let capacities = 4 * 1024...256 * 1024

    func take(capacity: Int) -> [UInt8] {
        var memory = pool.withLock { $0.take() } ?? []
        memory.reserveCapacity(capacity)
        return memory
    }

    /// Keeps the memory of a sent body. If another reference to it exists, an empty array of its size is kept.
    func recycle(_ body: consuming [UInt8]) {
        guard Self.capacities ~= body.capacity else { return }
        body.removeAll(keepingCapacity: true)
        let memory = body
        pool.withLock { $0.recycle(memory) }
    }
}
