/// The URL of an item: a template with `{id}` in place of its id, such as `/restaurants/{id}`.
public struct ItemLink: Hashable, Sendable {
    public let template: String
    private let parts: [String]

    public init(_ template: String) {
        self.template = template
        parts = template.split(separator: "{id}", omittingEmptySubsequences: false).map(String.init)
    }

    public func href(ofEncodedID id: String) -> String {
        parts.dropFirst().reduce(into: parts[0]) { $0 += id + $1 }
    }
}
