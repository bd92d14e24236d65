/// What the page has to know of the server before it asks for something, so that it asks for nothing that would be refused.
public struct PreviewedServer: Sendable {
    /// Whether a home is explained to whoever asks.
    public let explains: Bool
    /// Whether a home is only for who has a token.
    public let asksForTokens: Bool

    /// A server that is set so.
    public init(explains: Bool, asksForTokens: Bool) {
        self.explains = explains
        self.asksForTokens = asksForTokens
    }

    var json: [UInt8] { Array(#"{"explains":\#(explains),"asksForTokens":\#(asksForTokens)}"#.utf8) }
}
