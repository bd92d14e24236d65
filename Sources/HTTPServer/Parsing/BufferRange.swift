/// Where something stands in a request's bytes, in half the room of a `Range<Int>`.
struct BufferRange: Hashable, Sendable {
    private let lower: UInt32
    private let upper: UInt32

    /// The empty range at 0.
    static let none = BufferRange(0..<0)

    /// `range` lies within a request, which the limits keep far below 4 GiB.
    init(_ range: Range<Int>) {
        lower = UInt32(range.lowerBound)
        upper = UInt32(range.upperBound)
    }

    var range: Range<Int> { Int(lower)..<Int(upper) }
}
