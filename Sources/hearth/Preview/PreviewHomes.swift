import HTTPServer
import HomeFeed

/// The homes that only the preview requests: those of the compared config, and the gallery of all layouts.
struct PreviewHomes: Sendable {
    /// `nil` if the config names no other one.
    private let compared: Routes?
    private let gallery: Routes?

    private static let comparedPrefix = "/preview/compared"
    private static let galleryPrefix = "/preview/gallery"

    static let patterns = [comparedPrefix, galleryPrefix].flatMap(Routes.homePatterns)

    init(_ config: ConfigFile, _ routes: (HomeConfig) -> Routes) {
        compared = config.preview.compared.map(routes)
        do throws(Failure) {
            gallery = routes(try config.gallery())
        } catch {
            // A defect, which is no reason to serve no homes.
            StandardError.line("The preview has no gallery: \(error.message)")
            gallery = nil
        }
    }

    /// - Parameters:
    ///   - homes: `nil` until the catalogue is loaded.
    static func add(
        _ homes: PreviewHomes?,
        to router: inout Router,
        _ config: ConfigFile,
        _ state: WorkerState
    ) {
        func add(_ routes: Routes?, _ prefix: String) {
            Routes.add(routes, homesBelow: prefix, to: &router, state)
        }
        if config.preview.compared != nil { add(homes?.compared, comparedPrefix) }
        if homes == nil || homes?.gallery != nil { add(homes?.gallery, galleryPrefix) }
    }
}
