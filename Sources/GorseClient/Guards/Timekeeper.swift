/// Tells the time, and calls back when it has come.
protocol Timekeeper: Sendable {
    var now: ContinuousClock.Instant { get }

    /// Calls `body` once at `time` or a moment later, on a thread where nothing may block.
    func call(at time: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void)
}

/// What is to be called, by its time.
struct Appointments {
    typealias Body = @Sendable () -> Void

    /// A heap: none is earlier than the one at half its place.
    private var heap: [(time: ContinuousClock.Instant, body: Body)] = []

    var next: ContinuousClock.Instant? { heap.first?.time }

    mutating func add(_ time: ContinuousClock.Instant, _ body: @escaping Body) {
        heap.append((time, body))
        var place = heap.count - 1
        while place > 0, heap[place].time < heap[(place - 1) / 2].time {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Takes out what is due, the earliest first.
    mutating func removeDue(at now: ContinuousClock.Instant) -> [Body] {
        var due: [Body] = []
        while let first = heap.first, first.time <= now {
            due.append(first.body)
            removeFirst()
        }
        return due
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var place = 0
        while true {
            let left = 2 * place + 1
            guard left < heap.count else { return }
            let right = left + 1
            let lesser = right < heap.count && heap[right].time < heap[left].time ? right : left
            guard heap[lesser].time < heap[place].time else { return }
            heap.swapAt(place, lesser)
            place = lesser
        }
    }
}
