import Bytes
import HomeLayout

/// The parts of an item that a widget's layout shows.
struct ItemForm: Sendable {
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
