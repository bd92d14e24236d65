import Catalogue
import HomeFeed

/// `hearth check FILE`
enum CheckCommand: Command {
    static let name = "check"
    static let summary = "Checks a config and names each error by its path."
    static let operands = ["CONFIG"]
    static let flags: [Flag] = []

    static func run(_ arguments: Arguments) async throws {
        let path = arguments.operands[0]
        let file = try ConfigFile(ConfigFiles(of: path))
        let config = file.home
        let kinds = config.kinds.kinds.map(\.name).joined(separator: ", ")
        file.tellWarnings()
        try StandardOutput.line("\(path) is fine: \(config.summary); kinds: \(kinds)")
    }
}
