import SeededRandom

@testable import Catalogue
@testable import Recommendations

/// A log of users' openings of products.
struct SampleEvents {
    private(set) var events: [UserEvent] = []

    /// 2024-01-01 00:00:00 UTC.
    static let start: Instant = 1_704_067_200
    /// In seconds.
    static let halfLife = Int64(InteractionModel.halfLife) * 3_600

    init() {}

    /// - Parameter openings: Such as `"u1": "abc"`: the user opens the products `a`, `b` and `c`, all in one second.
    init(_ openings: KeyValuePairs<String, String>, at time: Instant = start) {
        for (user, ids) in openings {
            for id in ids { open("\(id)", user, at: time) }
        }
    }

    /// Openings of products `0`…`29` by 12 users, one every few minutes, and some searches.
    init(random count: Int, seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var time = Self.start
        for _ in 0..<count {
            time += .random(in: 0...600, using: &generator)
            let user = "u\(Int.random(in: 0..<12, using: &generator))"
            if Int.random(in: 0..<10, using: &generator) == 0 {
                search(user, at: time)
            } else {
                open("\(Int.random(in: 0..<30, using: &generator))", user, at: time)
            }
        }
    }

    mutating func open(_ id: String, _ user: String, at time: Instant = start, kind: String = "product") {
        append(.opened(CatalogueItem.ID(kind: kind, id: id)), user, at: time)
    }

    mutating func search(_ user: String, at time: Instant = start) {
        append(.searched(UserSearch(kind: "product", filter: ItemFilter(category: "shoes"))), user, at: time)
    }

    private mutating func append(_ action: UserAction, _ user: String, at time: Instant) {
        let position = (events.last?.position ?? 0) + 1
        events.append(UserEvent(position: position, user: UserID(user)!, action: action, at: time))
    }

    /// A learner of all events.
    var learner: InteractionLearner {
        var learner = InteractionLearner()
        for event in events { learner.learn(event) }
        return learner
    }

    /// The model after the last event.
    var model: InteractionModel { learner.published }
}

extension CatalogueItem.ID {
    static func product(_ id: String) -> CatalogueItem.ID { CatalogueItem.ID(kind: "product", id: id) }
}

extension InteractionModel {
    /// The openings of a product; `nil` if no user has opened it.
    func openings(of id: String) -> Float? { slots[CatalogueItem.ID.product(id).hash].map { openings[$0] } }

    /// The likeness of the neighbours of a product, which is one of so many that are asked for, among products of these
    /// ids.
    func neighbours(of id: String, ofOpened count: Int = 1, among ids: [String]) -> [String: Float] {
        guard let slot = slots[CatalogueItem.ID.product(id).hash] else { return [:] }
        var found: [String: Float] = [:]
        let openings = openings
        forEachNeighbour(of: slot, shrinkage: InteractionModel.shrinkage(ofOpened: count)) {
            InteractionModel.commonness(openings[$0])
        } _: { other, likeness in
            let id = ids.first { self.slots[CatalogueItem.ID.product($0).hash] == Int(other) }
            found[id ?? "unknown"] = likeness
        }
        return found
    }

    func neighbours(of id: String, ofOpened count: Int = 1) -> [String: Float] {
        neighbours(of: id, ofOpened: count, among: "abcdefghijklmnopqrstuvwxyz".map { "\($0)" })
    }
}
