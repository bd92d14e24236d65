import HomeDocument
import PropertyStore

/// An item that may be shown: what choosing among several needs, before its card is looked up.
struct Candidate: Sendable {
    var subject: Subject
    /// What it is to the user.
    var marks = ItemMarks.none
    /// How far it is from the place that was asked about, in metres, to the last bit; it counts in a walk from page to page.
    var distance = 0.0

    init(_ subject: Subject, _ marks: ItemMarks = .none, distance: Double = 0) {
        self.subject = subject
        self.marks = marks
        self.distance = distance
    }
}
