public import HomeLayout
public import Revisions

/// One cell of a widget: what it is to everyone, and what it is to this user.
public struct Item: Sendable {
    /// What it is to everyone.
    public let card: Card
    /// What it is to this user.
    public let marks: ItemMarks

    /// `card` with the user's `marks`.
    public init(_ card: Card, _ marks: ItemMarks = .none) {
        self.card = card
        self.marks = marks
    }
}

extension Item {
    /// The revision of the item as it is written in a widget whose images are of `imageSize`.
    public func revision(imageSize: PixelSize?) -> Revision {
        Revision {
            $0.combine(card.revision)
            $0.combine(marks)
            $0.combine(card.image == nil ? nil : imageSize) { $0.combine($1) }
        }
    }
}

extension Item {
    /// Writes the item as an element and returns its revision.
    func write(into writer: inout JSONWriter, imageSize: PixelSize?) -> Revision {
        let revision = revision(imageSize: imageSize)
        writer.object {
            $0.splice(card.fragment)
            $0.member("revision", revision)
            marks.write(into: &$0)
            if let imageSize, let image = card.image { image.write(imageSize, into: &$0) }
        }
        return revision
    }
}
