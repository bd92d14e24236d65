import HTTPServer
import HomeFeed

/// The homes that only the preview requests: those of the compared config.
struct PreviewHomes: Sendable {
    /// `nil` if the config names no other one.
    private let compared: Routes?

    private static let comparedPrefix = "/preview/compared"

    static let patterns = Routes.homePatterns(below: comparedPrefix)

    /// - Parameter routes: Makes the routes of a config on the served catalogue.
    init(_ config: ConfigFile, _ routes: (HomeConfig) -> Routes) {
        compared = config.preview.compared.map(routes)
    }

    /// - Parameters:
    ///   - homes: `nil` until the catalogue is loaded.
    ///   - unavailability: The response until then.
    static func add(
        _ homes: PreviewHomes?,
        to router: inout Router,
        _ config: ConfigFile,
        unavailability: @escaping @Sendable () -> ErrorResponse
    ) {
        guard config.preview.compared != nil else { return }
        Routes.addHomes(of: homes?.compared, below: comparedPrefix, to: &router, unavailability: unavailability)
    }
}
