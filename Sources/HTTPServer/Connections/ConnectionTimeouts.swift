import EventLoop

/// The deadlines of connections, by descriptor.
///
/// Setting a deadline stores one value. All are searched only when the earliest has passed, and at most once per
/// ``interval``; for 20,000 connections that takes some microseconds.
struct ConnectionTimeouts {
    enum Kind: Int, CaseIterable {
        case idle
        case head
        case body
        case handler
        case write
        case linger
    }

    /// By descriptor; `.distantFuture` if there is none.
    private var deadlines: [ContinuousClock.Instant] = []
    /// When to search for passed deadlines, at most ``interval`` after the earliest.
    private(set) var next = ContinuousClock.Instant.distantFuture
    private let durations: [Duration]

    /// How late a timeout may be noticed.
    static let interval = Duration.milliseconds(5)

    init(_ limits: ServerLimits) {
        durations = Kind.allCases.map { kind in
            switch kind {
            case .idle: limits.idleTimeout
            case .head: limits.headerTimeout
            case .body: limits.bodyGrace
            case .handler: limits.handlerTimeout
            case .write: limits.writeTimeout
            case .linger: limits.lingerTimeout
            }
        }
    }

    mutating func set(_ kind: Kind, for descriptor: Int32, now: ContinuousClock.Instant) {
        while deadlines.count <= Int(descriptor) { deadlines.append(.distantFuture) }
        let deadline = now + durations[kind.rawValue]
        deadlines[Int(descriptor)] = deadline
        next = min(next, deadline)
    }

    mutating func clear(_ descriptor: Int32) {
        if deadlines.indices.contains(Int(descriptor)) { deadlines[Int(descriptor)] = .distantFuture }
    }

    /// Returns the descriptors, the earliest deadline first.
    mutating func removeExpired(now: ContinuousClock.Instant) -> [Int32] {
        guard now >= next else { return [] }
        next = .distantFuture
        var expired: [(deadline: ContinuousClock.Instant, descriptor: Int32)] = []
        for index in deadlines.indices {
            if deadlines[index] <= now {
                expired.append((deadlines[index], Int32(index)))
                deadlines[index] = .distantFuture
            } else {
                next = min(next, deadlines[index])
            }
        }
        if next < .distantFuture { next = max(next, now + Self.interval) }
        return expired.sorted { $0.deadline < $1.deadline }.map(\.descriptor)
    }
}
