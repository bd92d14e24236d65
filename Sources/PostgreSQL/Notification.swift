/// What somebody has said on a channel (`NOTIFY`).
package struct Notification: Hashable, Sendable {
    /// The channel's name.
    package let channel: String
    /// What was said; empty where that was nothing.
    package let payload: String
}
