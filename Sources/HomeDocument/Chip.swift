import Bytes

/// A choice that a client offers above a widget's items: a filter or an order.
public struct Chip: Hashable, Sendable {
    /// The choice's id, unique among those beside it.
    public let id: String
    /// The text to show.
    public let title: String
    /// Whether the widget's items are chosen by it.
    public let selected: Bool
    /// Loads the widget with the choice made, or no longer made where it is selected.
    public let href: String

    /// The choice `id`; `href` loads the widget with it.
    public init(id: String, title: String, selected: Bool, href: String) {
        self.id = id
        self.title = title
        self.selected = selected
        self.href = href
    }
}

extension JSONWriter {
    /// Writes chips as the member `key`; nothing where there are none.
    mutating func member(_ key: StaticString, _ chips: [Chip]) {
        if chips.isEmpty { return }
        array(key) {
            for chip in chips {
                $0.object {
                    $0.member("id", chip.id)
                    $0.member("title", chip.title)
                    $0.member("selected", chip.selected)
                    $0.member("href", chip.href)
                }
            }
        }
    }
}

extension RevisionHasher {
    /// Mixes in chips; nothing where there are none.
    mutating func combine(_ chips: [Chip]) {
        for chip in chips {
            combine(chip.id)
            combine(chip.title)
            combine(chip.selected)
            combine(chip.href)
        }
    }
}
