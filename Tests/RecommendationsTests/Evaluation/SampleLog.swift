@testable import Catalogue
@testable import Recommendations

/// A log of openings of products, whose items and users the tests name by their ids.
struct SampleLog {
    let items: EvaluatedItems
    private(set) var log: OpeningLog

    /// - Parameter openings: Such as `"u1": "abc"`: the user opens the products `a`, `b` and `c`. Each opening is a
    ///   second after the last one of the log.
    init(
        _ products: [CatalogueItem],
        _ openings: KeyValuePairs<String, String> = [:],
        weights: RecommendationWeights = RecommendationWeights()
    ) {
        items = EvaluatedItems(of: "product", in: SampleCatalogue(products).snapshot, at: 1_000, weights: weights)
        log = OpeningLog(of: items)
        var time: Instant = 0
        for (user, ids) in openings {
            for id in ids {
                time += 1
                open("\(id)", user, at: time)
            }
        }
    }

    /// Products named by the characters of a text.
    init(_ products: String, _ openings: KeyValuePairs<String, String>) {
        self.init(products.map { .product("\($0)") }, openings)
    }

    mutating func open(_ id: String, _ user: String, at time: Instant, kind: String = "product") {
        let item = CatalogueItem.ID(kind: kind, id: id)
        log.append(UserEvent(position: 1, user: UserID(user)!, action: .opened(item), at: time))
    }

    /// All openings for training.
    var training: TrainingLog { TrainingLog(items: items, openings: log.firstOpenings()) }

    func row(_ id: String) -> ItemRow { items.snapshot.row(of: .product(id))! }

    func ids(_ items: some Sequence<ItemRow>) -> [String] { items.map { self.items.snapshot.id(of: $0).id } }

    /// The products that a user opened, as `"u1: abc"`, in the order of `openings`.
    func text(_ openings: [Opening]) -> [String] {
        let users = openings.reduce(into: [UserID]()) { if !$0.contains($1.user) { $0.append($1.user) } }
        return users.map { user in
            "\(user.rawValue): " + ids(openings.filter { $0.user == user }.map(\.item)).joined()
        }
    }

    /// The recommended products for a user who opened these, the last one first.
    func recommended(
        _ algorithm: (TrainingLog) -> Algorithm,
        opened: String = "",
        user: String = "u1",
        count: Int = 12
    ) -> [String] {
        let history = UserHistory(user: UserID(user)!, items: opened.map { row("\($0)") })
        return ids(algorithm(training).recommendations(history, count))
    }
}
