import EventLoops

/// When connections are overdue, by what they wait for.
///
/// All that wait for the same thing have the same time for it, so that the first to come is the first to be overdue, and
/// a queue for each kind is enough. The queues are rings, linked through one array that has a place for each
/// descriptor: to put one in or take one out costs the same however many there are, and no memory.
struct Deadlines {
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

    private struct Link {
        var previous: Int32
        var next: Int32
        /// In milliseconds (``MonotonicTime``).
        var deadline = Int.max

        /// A ring of one.
        init(at place: Int) {
            previous = Int32(place)
            next = Int32(place)
        }
    }

    /// A place for each kind, at which its ring begins and ends, and behind them one for each descriptor.
    private var links = Kind.allCases.map { Link(at: $0.rawValue) }
    /// In milliseconds, by kind.
    private let times: [Int]

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
        }.map(\.milliseconds)
    }

    /// When the next is overdue; `Int.max` where nothing waits.
    var next: Int { first(of: nextKind).deadline }

    private var nextKind: Kind {
        var next = Kind.idle
        for kind in Kind.allCases where first(of: kind).deadline < first(of: next).deadline { next = kind }
        return next
    }

    /// Gives the descriptor from `now` on all the time that there is for `kind`, in place of what it had.
    mutating func set(_ kind: Kind, for descriptor: Int32, now: Int) {
        let place = Kind.allCases.count + Int(descriptor)
        while links.count <= place { links.append(Link(at: links.count)) }
        unlink(place)
        let last = links[kind.rawValue].previous
        links[place].previous = last
        links[place].next = Int32(kind.rawValue)
        links[place].deadline = now + times[kind.rawValue]
        links[Int(last)].next = Int32(place)
        links[kind.rawValue].previous = Int32(place)
    }

    /// The descriptor waits for nothing.
    mutating func clear(_ descriptor: Int32) {
        let place = Kind.allCases.count + Int(descriptor)
        if place < links.count { unlink(place) }
    }

    /// Takes out the next, if it is overdue.
    mutating func popOverdue(now: Int) -> (descriptor: Int32, kind: Kind)? {
        let kind = nextKind
        guard first(of: kind).deadline <= now else { return nil }
        let place = Int(links[kind.rawValue].next)
        unlink(place)
        return (Int32(place - Kind.allCases.count), kind)
    }

    /// Where nothing waits, this is the ring's own place, which is never overdue.
    private func first(of kind: Kind) -> Link { links[Int(links[kind.rawValue].next)] }

    private mutating func unlink(_ place: Int) {
        let link = links[place]
        links[Int(link.previous)].next = link.next
        links[Int(link.next)].previous = link.previous
        links[place] = Link(at: place)
    }
}
