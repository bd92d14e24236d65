extension PackedItem {
    /// Packed bytes with the prices that hold at `now`: during a sale its price, and the usual one as the previous
    /// price.
    /// - Parameter bytes: Of an item that ``isWellFormed(_:)`` and has a sale.
    /// - Returns: Also when the prices change next; ``Instant/distantFuture`` for never.
    static func pricing(_ bytes: Span<UInt8>, at now: Instant) -> (bytes: [UInt8], until: Instant) {
        var reader = PackedReader(bytes, from: max(saleOffset(in: bytes), Layout.texts))
        let (price, previous) = (reader.int64(), reader.int64())
        let sale = Sale(price: reader.int64(), from: reader.instant(), until: reader.instant())
        let isOn = sale.from <= now && now < sale.until
        var writer = PackedWriter()
        writer.write(contentsOf: (0..<Layout.price).map { bytes[$0] })
        writer.write(isOn ? sale.price : price)
        writer.write(isOn ? price : previous)
        writer.write(contentsOf: (Layout.price + 16..<bytes.count).map { bytes[$0] })
        return (writer.bytes, now < sale.from ? sale.from : isOn ? sale.until : .distantFuture)
    }
}
