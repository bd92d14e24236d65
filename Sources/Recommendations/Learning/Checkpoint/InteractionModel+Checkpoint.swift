import Catalogue

extension InteractionModel {
    /// The greatest hour of an ``Instant``.
    private static let hourLimit = Int64.max / 3_600 + 1
    private static let countLimit: Int64 = 1 << 48

    // MARK: Writing

    func write(to writer: inout PackedWriter) {
        writer.write(position)
        writer.write(Int64(count))
        writer.write(UInt32(slots.count))
        for hash in slots.hashes { writer.write(hash) }
        writer.write(Int64(slots.count == 0 ? 0 : latest))
        for counts in [counts] + latestCounts {
            writer.write(Int64(counts.landmark ?? 0))
            for weight in counts.weights { writer.write(weight.bitPattern) }
        }
        for list in lists {
            writer.write(UInt8(list.neighbours.count))
            for neighbour in list.neighbours {
                writer.write(neighbour.slot)
                writer.write(neighbour.weight.bitPattern)
            }
        }
    }

    // MARK: Reading

    init(from reader: inout PackedReader) {
        self.init()
        position = reader.integer(in: 0...Int64.max)
        self.count = Int(reader.integer(in: 0...Self.countLimit))
        let hashes = reader.array(ofSize: 13) { $0.integer(UInt64.self) }
        let count = hashes.count
        if let slots = ItemSlots(hashes) { self.slots = slots } else { reader.fail() }
        let hour = Int(reader.integer(in: -Self.hourLimit...Self.hourLimit))
        if count > 0 { latest = hour }
        counts.read(from: &reader, items: count, at: hour)
        for index in latestCounts.indices { latestCounts[index].read(from: &reader, items: count, at: hour) }
        lists = reader.array(count) { reader in
            let size = reader.integer(in: 0...UInt8(NeighbourList.capacity))
            return NeighbourList(
                neighbours: reader.array(size) { Neighbour(slot: $0.slot(below: count), weight: $0.weight()) }
            )
        }
    }
}

extension OpeningCounts {
    /// - Parameter hour: That of the latest opening.
    fileprivate mutating func read(from reader: inout PackedReader, items count: Int, at hour: Int) {
        let landmark = Int(reader.integer(Int64.self))
        if count > 0 {
            if landmark > hour || hour >= landmark + scalingPeriod { reader.fail() }
            self.landmark = landmark
        }
        weights = reader.array(count) { $0.weight() }
    }
}

extension PackedReader {
    fileprivate mutating func weight() -> Float {
        let value = Float(bitPattern: integer())
        // Products of two stay finite. Sums of a billion events are below.
        if value >= 0, value < 0x1p62 { return value }
        fail()
        return 0
    }
}
