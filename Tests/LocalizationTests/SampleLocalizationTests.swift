import Foundation
import Localization
import Testing

/// The files in `Config/localization` are complete, and its English is the built-in one.
@Suite struct `The sample localization` {
    private let folder = LocalizationFixtures.repository.appending(path: "Config/localization")

    @Test func `is complete in each language`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let names = files.map { $0.replacing(".json", with: "") }.sorted()
        #expect(names.count > 3)
        let languages = try LocalizationFixtures.read(defaultLanguage: "en", names) {
            try LocalizationFixtures.file($0, in: folder)
        }
        #expect(languages.defaultLocalizer.locale.description == "en")
    }

    @Test func `has the built-in English strings`() throws {
        let english = try LocalizationFixtures.read(defaultLanguage: "en", ["en"]) {
            try LocalizationFixtures.file($0, in: folder)
        }
        #expect(SupportedLanguages.english.defaultLocalizer.revision == english.defaultLocalizer.revision)
    }
}
