public import HomeLayout
public import Revisions
public import Words

/// One cell of a widget: what it is to everyone, and what it is to this user.
public struct Item: Sendable {
    /// What it is to everyone.
    public let card: Card
    /// What it is to this user.
    public let marks: ItemMarks
    /// The kind of the source that put it into its widget, for ``Tracking``; `nil` where it stands in for what sources
    /// have not found. It is no part of the item's content.
    public let source: String?

    /// `card` with the user's `marks`, put into its widget by `source`.
    public init(_ card: Card, _ marks: ItemMarks = .none, source: String? = nil) {
        self.card = card
        self.marks = marks
        self.source = source
    }
}

extension Item {
    /// The revision of the item as it is written in a widget whose images are of `imageSize` and whose words are `words`:
    /// those of the card are its own, and there are others where the user has marks.
    public func revision(imageSize: PixelSize?, words: Wording) -> Revision {
        Revision {
            $0.combine(card.revision)
            $0.combine(marks)
            $0.combine(marks == .none ? nil : words.revision) { $0.combine($1) }
            $0.combine(card.image == nil ? nil : imageSize) { $0.combine($1) }
        }
    }
}

extension Item {
    /// Writes the item as an element and returns its revision.
    ///
    /// - Parameters:
    ///   - tracking: the widget's token.
    ///   - rank: how many items stand before it in the widget, on whatever page.
    func write(
        into writer: inout JSONWriter,
        imageSize: PixelSize?,
        words: Wording,
        tracking: String,
        rank: Int
    ) -> Revision {
        let revision = revision(imageSize: imageSize, words: words)
        writer.object {
            $0.splice(card.fragment)
            $0.member("revision", revision)
            $0.string("tracking") {
                $0.append(tracking.utf8)
                $0.append(UInt8(ascii: "."))
                $0.append(rank)
                if let source {
                    $0.append(UInt8(ascii: "."))
                    $0.append(source.utf8)
                }
            }
            marks.write(into: &$0, words)
            if let imageSize, let image = card.image { image.write(imageSize, into: &$0) }
        }
        return revision
    }
}
