/// A part of a valid config that clients cannot show as meant.
public struct ConfigWarning: Hashable, Sendable, CustomStringConvertible {
    /// `segments[0].widgets[2].layout`.
    public let path: String
    /// The cause, and what to do.
    public let message: String

    public var description: String { "\(path): \(message)" }
}

extension HomeConfig {
    /// To add a check, write a function in a file of its own and add it here.
    public var warnings: [ConfigWarning] {
        unsuitableLayouts + emptyChoices + truncatedTexts + unsizedImages + undrawableWidgets
    }
}
