extension InteractionModel {
    /// The greatest hour of a time in Unix seconds.
    private static let hourLimit = Int64.max / 3_600 + 1

    // MARK: Writing

    func write(to writer: inout CheckpointWriter) {
        writer.write(UInt32(slots.count))
        for hash in slots.hashes { writer.write(hash) }
        writer.write(position)
        writer.write(Int64(slots.count == 0 ? 0 : latest))
        for counts in [counts] + latestCounts {
            writer.write(Int64(counts.decay?.landmark ?? 0))
            for weight in counts.weights { writer.write(weight) }
        }
        for list in lists { writer.write(list.neighbours) }
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
        position = try reader.number(in: 0...limit)
        let hour = Int(try reader.number(in: -Self.hourLimit...Self.hourLimit))
        if count > 0 { latest = hour }
        try counts.read(from: &reader, items: count, at: hour)
        for index in latestCounts.indices { try latestCounts[index].read(from: &reader, items: count, at: hour) }
        for _ in 0..<count {
            let size: UInt8 = try reader.number()
            lists.append(NeighbourList(try reader.neighbours(size, items: count)))
        }
    }
}

extension OpeningCounts {
    /// - Parameter hour: That of the latest opening.
    fileprivate mutating func read(
        from reader: inout CheckpointReader,
        items count: Int,
        at hour: Int
    ) throws(CheckpointError) {
        let landmark = Int(try reader.number(Int64.self))
        if count > 0 {
            guard landmark <= hour, hour < landmark + ForwardDecay.scalingPeriod(of: halfLife) else { throw .malformed }
            decay = ForwardDecay(halfLife: halfLife, from: landmark)
        }
        weights.reserveCapacity(count)
        for _ in 0..<count { weights.append(try reader.weight()) }
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
        guard count <= NeighbourList.capacity else { throw .malformed }
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
