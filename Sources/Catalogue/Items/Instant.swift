import Glibc

/// A moment of the wall clock, in whole seconds since 1970-01-01 00:00 UTC, without leap seconds.
public struct Instant: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    public let seconds: Int64

    /// Before and after all others. Stores have them for none.
    @inlinable
    public static var distantPast: Instant { Instant(seconds: .min) }
    @inlinable
    public static var distantFuture: Instant { Instant(seconds: .max) }

    @inlinable
    public init(seconds: Int64) {
        self.seconds = seconds
    }

    @inlinable
    public init(seconds: some BinaryInteger) {
        self.seconds = Int64(seconds)
    }

    @inlinable
    public init(integerLiteral seconds: Int64) {
        self.seconds = seconds
    }

    public var description: String { seconds.description }

    public static func now() -> Instant { Instant(seconds: time(nil)) }

    @inlinable
    public static func == (first: Instant, second: Instant) -> Bool { first.seconds == second.seconds }

    @inlinable
    public static func < (first: Instant, second: Instant) -> Bool { first.seconds < second.seconds }

    @inlinable
    public static func + (instant: Instant, seconds: Int64) -> Instant { Instant(seconds: instant.seconds + seconds) }

    @inlinable
    public static func - (instant: Instant, seconds: Int64) -> Instant { Instant(seconds: instant.seconds - seconds) }

    @inlinable
    public static func += (instant: inout Instant, seconds: Int64) { instant = instant + seconds }

    /// The time from another instant to this one; negative if that is later.
    @inlinable
    public func seconds(since other: Instant) -> Int64 { seconds - other.seconds }
}
