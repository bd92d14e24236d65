import Glibc

/// A clock that costs little, which is what a clock is asked for whose answer is mostly "not yet".
struct CoarseClock: Sendable {
    /// How far the clock may be behind, in nanoseconds.
    let resolution: Int64
    private let id: clockid_t

    /// The system's clock of its timer's ticks, where it is no more than `limit` nanoseconds behind; else its exact one.
    init(within limit: Int64) {
        let ticks = unsafe Self.nanoseconds { unsafe clock_getres(CLOCK_MONOTONIC_COARSE, $0) }
        let isFineEnough = (1..<limit).contains(ticks)
        id = isFineEnough ? CLOCK_MONOTONIC_COARSE : CLOCK_MONOTONIC
        resolution = isFineEnough ? ticks : 0
    }

    /// The nanoseconds since some moment, which is the same for as long as the system runs.
    var now: Int64 { unsafe Self.nanoseconds { unsafe clock_gettime(id, $0) } }

    private static func nanoseconds(_ read: (UnsafeMutablePointer<timespec>) -> Int32) -> Int64 {
        var time = timespec()
        // Sound: the pointer is valid for the call, which fills it in. It cannot fail with a clock that Linux has.
        _ = unsafe withUnsafeMutablePointer(to: &time) { unsafe read($0) }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
