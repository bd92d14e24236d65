import Bytes
import HomeLayout
import Localization

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
    /// The revision of the item as it is written in a widget whose images are of `imageSize` and whose words are `localization`:
    /// those of the card are its own, and there are others where the user has marks.
    public func revision(imageSize: PixelSize?, localizer: Localizer) -> Revision {
        Revision {
            $0.combine(card.revision)
            $0.combine(marks)
            $0.combine(marks.isNone ? nil : localizer.revision) { $0.combine($1) }
            $0.combine(card.hasImage ? imageSize : nil) { $0.combine($1) }
        }
    }
}

extension Item {
    /// Writes the item as an element of a widget, and mixes its revision and its source into `hasher`.
    ///
    /// - Parameters:
    ///   - images: the size of the widget's images; `nil` where it shows none.
    ///   - token: the widget's.
    ///   - rank: how many items stand before it, on whatever page.
    ///   - words: the widget's.
    func write(
        into writer: inout JSONWriter,
        _ images: ImageSize?,
        _ token: TrackingToken,
        rank: Int,
        _ localizer: Localizer,
        _ hasher: inout RevisionHasher
    ) {
        let card = card
        let revision = revision(imageSize: images?.pixels, localizer: localizer)
        hasher.combine(revision)
        hasher.combine(source)
        var room = card.length(images) + token.beforeRank.count + 64 + marks.room(localizer)
        if let source { room += source.utf8.count }
        writer.element(room: room) {
            card.write(to: &$0)
            $0.append(hexadecimal: revision.rawValue)
            $0.append(copying: token.beforeRank)
            $0.append(decimal: rank)
            if let source {
                $0.append(UInt8(ascii: "."))
                $0.append(copying: source.utf8.span)
            }
            $0.append(UInt8(ascii: "\""))
            marks.write(to: &$0, localizer)
            if let images { card.writeImage(images, to: &$0) }
            $0.append(UInt8(ascii: "}"))
        }
    }
}
