/// Keeps answers for a short time, and not too many: two generations, of which the older goes whole when the younger is
/// full.
struct AnswerCache<Question: Hashable, Answer> {
    private struct Entry {
        let answer: Answer
        let end: ContinuousClock.Instant
    }

    private let capacity: Int
    private let life: Duration
    private var young: [Question: Entry] = [:]
    private var old: [Question: Entry] = [:]

    /// - Parameters:
    ///   - capacity: how many answers are kept at most; 0 keeps none.
    ///   - life: for how long one is kept.
    init(capacity: Int, life: Duration) {
        self.capacity = capacity
        self.life = life
    }

    var count: Int { young.count + old.count }

    func answer(to question: Question, at now: ContinuousClock.Instant) -> Answer? {
        guard let entry = young[question] ?? old[question], now < entry.end else { return nil }
        return entry.answer
    }

    mutating func keep(_ answer: Answer, to question: Question, at now: ContinuousClock.Instant) {
        guard capacity > 0, life > .zero else { return }
        if young[question] == nil, young.count >= max(1, capacity / 2) {
            old = capacity > 1 ? young : [:]
            young = [:]
        }
        old[question] = nil
        young[question] = Entry(answer: answer, end: now + life)
    }
}
