import HomeFeed
import HomeLayout

/// `hearth layout --width 390`
enum LayoutCommand: Command {
    static let name = "layout"
    static let summary = "Prints the metrics of all layouts for a phone's width."
    static let flags =
        Flag.device + [
            Flag("config", "FILE", "take the styles of this config; the standard ones where none is given")
        ]

    static func run(_ arguments: Arguments) async throws {
        let device = try HomeRequest(parameters: arguments.parameters(Flag.device)).device
        let styles = try arguments["config"].map { try ConfigFile(ConfigFiles(of: $0)).home.styles } ?? .standard
        let rows = Layout.allCases.map { row($0, Metrics(styles[$0], on: device, itemCount: 1)) }
        try StandardOutput.line(TextTable([columns] + rows).text)
    }

    private static let columns = ["layout", "visible", "rows", "columns", "item", "image", "caption", "height"]

    private static func row(_ layout: Layout, _ metrics: Metrics) -> [String] {
        [
            layout.rawValue,
            "\(metrics.visibleItems)",
            "\(metrics.rows)",
            metrics.columns.map { "\($0)" } ?? "-",
            size(metrics.itemSize),
            metrics.imageSize.map(size) ?? "-",
            "\(metrics.captionHeight)",
            "\(metrics.height)",
        ]
    }

    private static func size(_ size: Size) -> String { "\(size.width) x \(size.height)" }
}
