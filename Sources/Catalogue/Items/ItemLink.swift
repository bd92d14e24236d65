import Bytes

/// The URL of an item: a template with `{id}` in place of its id, such as `/restaurants/{id}`.
public struct ItemLink: Hashable, Sendable {
    public let template: String
    private let parts: [String]

    public init(_ template: String) {
        self.template = template
        parts = template.split(separator: "{id}", omittingEmptySubsequences: false).map(String.init)
    }

    /// Writes the URL of an item, of at most ``maximumLength(ofID:)`` bytes.
    public func write(id: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
        for index in parts.indices {
            if index > 0 { output.append(percentEncoding: id) }
            output.append(copying: parts[index].utf8.span)
        }
    }

    /// The most bytes of the URL for an id of so many bytes.
    public func maximumLength(ofID count: Int) -> Int { template.utf8.count + 3 * count * parts.count }
}
