import Bytes
import HomeLayout

/// The parts that all homes in one language share on a device, encoded once: the header of the page, the text styles and
/// the palette.
final class PageFrame: Sendable {
    let header: EncodedBar
    let revision: Revision
    /// `"textStyles":{"body":{…},…},"palette":{…},"header":{…}`.
    let members: [UInt8]

    /// Solves and encodes the header `title` and `styles` for `device`.
    init(title: String, _ styles: TextStyles, _ palette: Palette, on device: Device) {
        let header = EncodedBar(BarMetrics(.pageHeader(styles), on: device, [TextExtent(title)]))
        let scaled = styles.all.map { $0.scaled(for: device) }
        self.header = header
        let members = JSONWriter.members {
            $0.object("textStyles") {
                for style in scaled {
                    $0.key(style.name)
                    $0.object {
                        $0.member("size", style.size)
                        $0.member("lineHeight", style.lineHeight)
                        $0.member("weight", style.weight)
                        if let color = style.color { $0.member("color", color) }
                    }
                }
            }
            $0.object("palette") {
                for (name, color) in palette.colors.sorted(by: { $0.key < $1.key }) {
                    $0.key(name)
                    $0.object {
                        $0.member("light", "\(color.light)")
                        $0.member("dark", "\(color.dark)")
                    }
                }
            }
            $0.object("header") {
                $0.member("kind", HeaderKind.plain.rawValue)
                $0.member("title", title)
                $0.object("metrics") { $0.members(of: header.metrics) }
            }
        }
        self.members = members
        revision = Revision { $0.combine(bytes: members.span) }
    }
}
