/// The channels on which a transaction that commits announces its changes to other stores (`NOTIFY`).
enum NotificationChannel {
    /// The versions have changed. The payload: the store that has changed them, item_version, user_version and the history in
    /// decimal, with commas.
    static let versions = "hearth_versions"
    /// A user's record has changed. The payload: the user's id. The next announcement on ``versions`` is of the same
    /// transaction.
    static let users = "hearth_users"

    /// Listens to both.
    static let listen: [Statement] = ["LISTEN \(versions)", "LISTEN \(users)"]
}
