import Catalogue
import HomeFeed
import HomeLayout

enum CheckCommand: Command {
    static let name = "check"
    static let summary = "Checks a config and reports each error and warning with its path."
    static let operands = ["CONFIG"]

    static func run(_ arguments: Arguments) async throws {
        let path = arguments.operands[0]
        let file = try ConfigFile(ConfigReader(of: path))
        let kinds = file.home.kinds.kinds.map(\.name).joined(separator: ", ")
        file.printWarnings(all: true)
        for warning in file.home.warnings { StandardError.line("\(path): \(warning)") }
        try StandardOutput.line("\(path) is valid: \(file.home.summary); kinds: \(kinds)")
    }
}

enum LayoutCommand: Command {
    static let name = "layout"
    static let summary = "Prints the metrics of all layouts for a screen width."
    static let flags =
        Flag.device + [Flag("config", "FILE", "use the layout styles of this config instead of the built-in ones")]

    static func run(_ arguments: Arguments) async throws {
        let device = try HomeRequest(parameters: arguments.parameters(Flag.device)).device
        let styles =
            try arguments["config"].map { try ConfigFile(ConfigReader(of: $0)).home.styles } ?? LayoutStyles()
        let rows = Layout.allCases.map { row($0, Metrics(styles[$0], on: device, itemCount: 1)) }
        let header = ["layout", "visible", "rows", "columns", "item", "image", "caption", "height"]
        try StandardOutput.line(textTable([header] + rows))
    }

    private static func row(_ layout: Layout, _ metrics: Metrics) -> [String] {
        [
            layout.rawValue, "\(metrics.visibleItems)", "\(metrics.rows)", metrics.columns.map { "\($0)" } ?? "-",
            text(metrics.itemSize), metrics.image.map { text($0.size) } ?? "-", "\(metrics.caption?.height ?? 0)",
            "\(metrics.height)",
        ]
    }

    private static func text(_ size: Size) -> String { "\(size.width) x \(size.height)" }
}

enum TrackingCommand: Command {
    static let name = "tracking"
    static let summary = "Decodes a tracking token."
    static let operands = ["TOKEN"]

    static func run(_ arguments: Arguments) async throws {
        let token = arguments.operands[0]
        guard let tracking = Tracking(token: token) else {
            throw Failure("\"\(token)\" is no tracking token of this version of Hearth, or is incomplete")
        }
        let origin = tracking.origin
        var rows = [["config", "\(tracking.config)"], ["segment", origin.widget.segment]]
        rows += [["widget", origin.widget.widget]] + origin.arms.map { ["arm", "\($0.arm) of \($0.experiment)"] }
        if let rank = origin.rank { rows.append(["rank", "\(rank)"]) }
        if let source = tracking.source { rows.append(["source", source]) }
        try StandardOutput.line(textTable(rows))
    }
}
