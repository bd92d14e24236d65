/// A rectangle on the page, in points from its upper left corner.
public struct Rect: Hashable, Sendable {
    public var x, y, width, height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The share of this rectangle that is within `other`, from 0 to 1.
    public func fraction(in other: Rect) -> Double {
        let across = min(x + width, other.x + other.width) - max(x, other.x)
        let down = min(y + height, other.y + other.height) - max(y, other.y)
        return max(0, across) * max(0, down) / (width * height)
    }

    func offset(by shift: (x: Double, y: Double)) -> Rect {
        Rect(x: x + shift.x, y: y + shift.y, width: width, height: height)
    }

    mutating func mirror(in width: Double) { x = width - x - self.width }
}
