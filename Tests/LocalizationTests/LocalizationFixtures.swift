import Foundation
import JSON
import Localization
import Testing

enum LocalizationFixtures {
    static let names = ["ar", "de", "en", "tr"]
    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let folder = repository.appending(path: "Tests/Fixtures/localization")

    static func languages(defaultLanguage: String = "en") throws -> SupportedLanguages {
        try read(defaultLanguage: defaultLanguage, names) { try file($0) }
    }

    static func file(_ language: String, in folder: URL = folder) throws -> Data {
        try Data(contentsOf: folder.appending(path: "\(language).json"))
    }

    /// One language, its file changed by `change`.
    static func changed(_ language: String, _ change: (inout [String: Any]) -> Void) throws -> SupportedLanguages {
        var warnings: [String] = []
        return try changed(language, warnings: &warnings, change)
    }

    static func changed(
        _ language: String,
        warnings: inout [String],
        _ change: (inout [String: Any]) -> Void
    ) throws -> SupportedLanguages {
        try read(defaultLanguage: language, [language], warnings: &warnings) { name in
            let data = try file(name)
            var strings = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            change(&strings)
            return try JSONSerialization.data(withJSONObject: strings)
        }
    }

    static func read(defaultLanguage: String, _ names: [String], _ file: (String) throws -> Data) throws
        -> SupportedLanguages
    {
        var warnings: [String] = []
        return try read(defaultLanguage: defaultLanguage, names, warnings: &warnings, file)
    }

    static func read(
        defaultLanguage: String,
        _ names: [String],
        warnings: inout [String],
        _ file: (String) throws -> Data
    ) throws -> SupportedLanguages {
        let files = names.map { "\"\($0)\": \"\($0)\"" }.joined(separator: ", ")
        let json = try JSONValue(parsing: "{\"default\": \"\(defaultLanguage)\", \"files\": {\(files)}}".utf8)
        return try CheckedValue.read(json) {
            warnings.append("\($0)")
        } _: { value in
            SupportedLanguages(reading: value) { name in name.string().flatMap { try? Array(file($0)) } }
        }
    }

    static func localizer(_ locale: String) throws -> Localizer {
        let tag = try #require(LanguageTag(locale))
        return try #require(try languages().localizer(for: tag))
    }
}
