import Bytes
import HomeLayout

/// The parts that all homes in one language share on a device, encoded once: the header of the page and the text styles.
final class PageFrame: Sendable {
    public let header: Header
    /// The revision of the header and the text styles.
    let revision: Revision
    /// `"textStyles":{"body":{…},…},"header":{…}`.
    let members: [UInt8]

    /// Solves and encodes the header `title` and `styles` for `device`.
    init(title: String, _ styles: TextStyles, on device: Device) {
        let metrics = BarMetrics(.pageHeader(styles), on: device, [TextExtent(title)])
        let header = Header(.plain(title: title), metrics: EncodedBar(metrics))
        let scaled = styles.all.map { $0.scaled(for: device) }
        self.header = header
        members = JSONWriter.members {
            $0.object("textStyles") {
                for style in scaled {
                    $0.key(style.name)
                    $0.object {
                        $0.member("size", style.size)
                        $0.member("lineHeight", style.lineHeight)
                        $0.member("weight", style.weight)
                    }
                }
            }
            $0.object("header") {
                $0.members(of: header)
                $0.object("metrics") {
                    $0.member("y", 0 as Int)
                    $0.members(of: metrics)
                }
            }
        }
        revision = Revision {
            $0.combine(header)
            $0.combine(scaled.count)
            for style in scaled {
                $0.combine(style.name)
                $0.combine(style.size)
                $0.combine(style.lineHeight)
                $0.combine(style.weight)
            }
        }
    }
}
