import Glibc

/// An append-only memory of packed items. The snapshot builder appends while readers of published snapshots read.
///
/// Sound although unchecked: there is one writer, bytes do not change after `append`, and offsets reach readers in a
/// snapshot, which is published under a lock.
@safe final class ItemArena: @unchecked Sendable {
    /// The offset of an item, in units of eight bytes.
    typealias Offset = UInt32

    private let base: UnsafeMutableRawPointer
    private let capacity: Int
    private(set) var used = 0

    /// Reserves address space for `capacity` bytes. Memory is used when it is written.
    init(capacity: Int) throws(CatalogueLoadError) {
        // At most what offsets can address.
        let capacity = min(max(capacity, 4096), Int(Offset.max) * 8)
        // Sound: a new private mapping, whose end is checked in `append`, and which `deinit` returns.
        let base = unsafe mmap(
            nil,
            capacity,
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
            -1,
            0
        )
        guard let base = unsafe base, unsafe base != MAP_FAILED else {
            throw .memory(.reservation(capacity))
        }
        unsafe self.base = base
        self.capacity = capacity
    }

    deinit { unsafe _ = munmap(base, capacity) }

    /// - Throws: `CatalogueMemoryError.full` if they do not fit.
    func append(_ bytes: Span<UInt8>) throws(CatalogueLoadError) -> Offset {
        let size = Self.size(of: bytes.count)
        guard capacity - used >= size else { throw .memory(.full(needed: used + size, limit: capacity)) }
        let offset = Offset(used >> 3)
        // Sound: the room was checked, and no other writer exists.
        unsafe base.storeBytes(of: UInt32(bytes.count), toByteOffset: used, as: UInt32.self)
        unsafe bytes.withUnsafeBytes { source in
            guard let first = source.baseAddress else { return }
            unsafe base.advanced(by: used + 4).copyMemory(from: first, byteCount: source.count)
        }
        used += size
        return offset
    }

    /// The bytes of the item at an offset that `append` returned.
    @_lifetime(borrow self)
    func bytes(at offset: Offset) -> Span<UInt8> {
        // Sound: the bytes stay as long as the arena.
        unsafe _overrideLifetime(unsafeBytes(at: offset), borrowing: self)
    }

    /// The bytes of the item at `offset`, valid while the arena is retained.
    @unsafe @_lifetime(immortal)
    func unsafeBytes(at offset: Offset) -> Span<UInt8> {
        let start = unsafe base + Int(offset) << 3
        let count = Int(unsafe start.load(as: UInt32.self))
        // Sound: `append` wrote that many bytes there.
        let span = unsafe Span<UInt8>(_unsafeStart: (start + 4).assumingMemoryBound(to: UInt8.self), count: count)
        return unsafe _overrideLifetime(span, copying: ())
    }

    static func size(of count: Int) -> Int { (count + 4 + 7) & ~7 }
}

public enum CatalogueLoadError: Error, Hashable, Sendable {
    case store(StoreError)
    case memory(CatalogueMemoryError)
}

public enum CatalogueMemoryError: Error, Hashable, Sendable {
    /// The items need at least `needed` bytes, more than `limit`.
    case full(needed: Int, limit: Int)
    /// The system could not reserve this many bytes of address space.
    case reservation(Int)
}
