import Catalogue

/// What a change reads before it is made.
struct ChangeScope: Sendable {
    /// Items.
    var items: [CatalogueItem.ID] = []
    /// Whose record it changes.
    var user: UserID?
    /// How many actions of the user it appends.
    var actions = 0
    /// Whether it forgets the user.
    var forgets = false

    /// The items of the user's record that the change may count anew, and that the transaction has not read.
    func unreadItems(_ transaction: StoreTransaction) -> [CatalogueItem.ID] {
        guard let user else { return [] }
        return transaction.unreadItems(of: user, actions: actions, forgets: forgets)
    }
}
