import Bytes
import HomeLayout

/// What the layout of a widget shows of its items.
struct ItemForm: Sendable {
    /// The sizes of the images; `nil` if it shows none.
    let images: ImageSizes?
    /// The most texts of a caption.
    let captionLines: Int
    let revision: Revision

    init(_ metrics: Metrics) {
        let images = metrics.image.map { ImageSizes($0) }
        // A pin on a map shows the first text.
        let lines = metrics.scroll == .none ? 1 : metrics.caption?.lines.count ?? 0
        (self.images, captionLines) = (images, lines)
        revision = Revision {
            $0.combine(images?.revision) { $0.combine($1) }
            $0.combine(lines)
        }
    }
}
