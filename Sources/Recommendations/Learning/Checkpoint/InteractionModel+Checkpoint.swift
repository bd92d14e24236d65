extension InteractionModel {
    /// The greatest hour of a time in Unix seconds.
    private static let hourLimit = Int64.max / 3_600 + 1

    // MARK: Writing

    func write(to writer: inout CheckpointWriter) {
        writer.write(UInt32(slots.count))
        for hash in slots.hashes { writer.write(hash) }
        writeState(to: &writer)
        for slot in 0..<slots.count { writer.write(lists[slot]) }
    }

    private func writeState(to writer: inout CheckpointWriter) {
        writer.write(position)
        writer.write(Int64(decay?.landmark ?? 0))
        writer.write(Int64(decay == nil ? -1 : latest - (decay?.landmark ?? 0)))
        for weight in weights { writer.write(weight) }
        for count in counts {
            writer.write(Int64(count.decay?.landmark ?? 0))
            for weight in count.weights { writer.write(weight) }
        }
    }

    // MARK: Reading

    /// Reads a model.
    /// - Parameter limit: The greatest position that it may have.
    init(from reader: inout CheckpointReader, position limit: Int64) throws(CheckpointError) {
        self.init()
        let count = try reader.count(ofSize: 13)
        var hashes: [UInt64] = []
        hashes.reserveCapacity(count)
        for _ in 0..<count { hashes.append(try reader.number()) }
        guard let slots = ItemSlots(hashes) else { throw .malformed }
        self.slots = slots
        try readState(from: &reader, position: limit)
        for slot in 0..<count {
            let size: UInt8 = try reader.number()
            lists.append()
            lists.replace(slot, with: try reader.neighbours(size, items: count))
        }
    }

    private mutating func readState(from reader: inout CheckpointReader, position limit: Int64) throws(CheckpointError)
    {
        position = try reader.number(in: 0...limit)
        let landmark = try reader.number(in: -Self.hourLimit...Self.hourLimit)
        let age = try reader.number(in: -1...Int64(ForwardDecay.scalingPeriod(of: Self.halfLife)) - 1)
        if age >= 0 {
            decay = ForwardDecay(halfLife: Self.halfLife, from: Int(landmark))
            latest = Int(landmark + age)
        } else if slots.count > 0 {
            throw .malformed
        }
        weights.reserveCapacity(slots.count)
        for _ in 0..<slots.count { weights.append(try reader.weight()) }
        for index in counts.indices {
            let landmark = try reader.number(in: -Self.hourLimit...Self.hourLimit)
            if slots.count > 0 {
                counts[index].decay = ForwardDecay(halfLife: counts[index].halfLife, from: Int(landmark))
            }
            counts[index].weights.reserveCapacity(slots.count)
            for _ in 0..<slots.count { counts[index].weights.append(try reader.weight()) }
        }
    }
}

extension CheckpointWriter {
    fileprivate mutating func write(_ list: [Neighbour]) {
        write(UInt8(list.count))
        for neighbour in list {
            write(neighbour.slot)
            write(neighbour.weight)
        }
    }
}

extension CheckpointReader {
    fileprivate mutating func neighbours(_ count: UInt8, items: Int) throws(CheckpointError) -> [Neighbour] {
        guard count <= NeighbourPage.capacity else { throw .malformed }
        var neighbours: [Neighbour] = []
        neighbours.reserveCapacity(Int(count))
        for _ in 0..<count {
            let slot: UInt32 = try number()
            guard slot < items else { throw .malformed }
            neighbours.append(Neighbour(slot: slot, weight: try weight()))
        }
        return neighbours
    }
}
