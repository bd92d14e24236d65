import Foundation
import Localization
import Testing

/// The words in `Config/localization`, which nothing else in these tests reads.
@Suite struct `The sample's words` {
    private let folder = Spoken.repository.appending(path: "Config/localization")

    @Test func `are complete in each language`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let names = files.map { $0.replacing(".json", with: "") }.sorted()
        #expect(names.count > 3)
        let languages = try Spoken.read(standard: "en", names) { try Spoken.file($0, in: folder) }
        #expect(languages.defaultLocalizer.locale.description == "en")
    }

    @Test func `are in English those that the program is built with`() throws {
        let english = try Spoken.read(standard: "en", ["en"]) { try Spoken.file($0, in: folder) }
        #expect(SupportedLanguages.english.defaultLocalizer.revision == english.defaultLocalizer.revision)
    }
}
