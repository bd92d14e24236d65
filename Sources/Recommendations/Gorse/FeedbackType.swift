/// The types of the feedback that Hearth sends. The raw values are Gorse's `FeedbackType`.
package enum FeedbackType: String, Encodable {
    /// The user opened the item.
    case open
    /// The user searched. The item is `search:` and a hash of the search.
    case search
}
