import Bytes

/// Writes the items of a widget, each without allocating memory or counting references.
struct ItemWriter: ~Copyable {
    private let form: ItemForm
    /// ``TrackingToken/member``.
    private let token: [UInt8]
    private let table: MarkTable
    /// Of an item's marks.
    private let maximumMarkLength: Int

    /// Bytes beside card, mark and token: keys, a revision, a rank, a source's name, and whether it can be dismissed.
    private static let room = 160

    init(_ form: ItemForm, _ token: TrackingToken, _ table: MarkTable) {
        self.form = form
        self.token = token.member
        self.table = table
        maximumMarkLength = table.maximumLength
    }

    /// An upper bound, in bytes.
    func length(of card: Card.Storage, _ mark: Mark) -> Int {
        card.length(form.images) + token.count + Self.room + (mark.isEmpty ? 0 : maximumMarkLength)
    }

    /// - Parameter source: `nil` for a stand-in.
    /// - Returns: The item's revision.
    func write(
        _ card: Card.Storage,
        _ mark: Mark,
        rank: Int,
        source: StaticString?,
        to bytes: inout OutputSpan<UInt8>
    ) -> Revision {
        var hasher = RevisionHasher()
        hasher.combine(card.parts.revision)
        hasher.combine(form.revision)
        table.combine(mark, into: &hasher)
        let revision = hasher.finish()
        card.write(to: &bytes, captionLines: form.captionLines)
        bytes.append(hexadecimal: revision.rawValue)
        bytes.append(copying: token)
        bytes.append(UInt8(ascii: "."))
        bytes.append(decimal: rank)
        if let source {
            bytes.append(UInt8(ascii: "."))
            bytes.append(source)
        }
        bytes.append(UInt8(ascii: "\""))
        table.write(mark, to: &bytes)
        if let images = form.images { card.writeImages(images, to: &bytes) }
        bytes.append(UInt8(ascii: "}"))
        return revision
    }
}
