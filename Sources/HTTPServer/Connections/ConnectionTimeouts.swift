import EventLoop

/// When connections are overdue, by their descriptors.
///
/// To set a deadline is to store a number. The numbers are searched only when the earliest of them is over, and not more
/// often than each ``interval``; those of 20,000 connections take some microseconds.
struct ConnectionTimeouts {
    /// What a connection waits for.
    enum Kind: Int, CaseIterable {
        /// The first byte of a request.
        case idle
        /// The end of a request's head.
        case head
        /// The end of a request's body.
        case body
        /// The handler's response.
        case handler
        /// Room in the socket for what is to be sent.
        case write
        /// The client's end of a connection whose last response is sent.
        case linger
    }

    /// By descriptor, in nanoseconds (``MonotonicTime``); `Int.max` where nothing is waited for.
    private var deadlines: [Int] = []
    /// When to look for overdue ones (``MonotonicTime``); no deadline is earlier by more than ``interval``.
    private(set) var next = Int.max
    /// In nanoseconds, by kind.
    private let times: [Int]

    /// How long a connection may be overdue before that is noticed, in nanoseconds.
    static let interval = 5_000_000

    init(_ limits: ServerLimits) {
        times = Kind.allCases.map { kind in
            switch kind {
            case .idle: limits.idle
            case .head: limits.headTime
            case .body: limits.bodyGrace
            case .handler: limits.handler
            case .write: limits.writeStall
            case .linger: limits.linger
            }
        }.map(\.nanoseconds)
    }

    /// Gives the descriptor from `now` on all the time that there is for `kind`, in place of what it had.
    mutating func set(_ kind: Kind, for descriptor: Int32, now: Int) {
        while deadlines.count <= Int(descriptor) { deadlines.append(.max) }
        let deadline = now + times[kind.rawValue]
        deadlines[Int(descriptor)] = deadline
        next = min(next, deadline)
    }

    /// The descriptor waits for nothing.
    mutating func clear(_ descriptor: Int32) {
        if deadlines.indices.contains(Int(descriptor)) { deadlines[Int(descriptor)] = .max }
    }

    /// Takes out those that are overdue.
    mutating func removeOverdue(now: Int) -> [Int32] {
        guard now >= next else { return [] }
        next = .max
        var overdue: [Int32] = []
        for index in deadlines.indices where deadlines[index] < .max {
            if deadlines[index] <= now {
                deadlines[index] = .max
                overdue.append(Int32(index))
            } else {
                next = min(next, deadlines[index])
            }
        }
        next = max(next, now + Self.interval)
        return overdue
    }
}
