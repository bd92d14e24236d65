import Foundation
import Glibc

/// The repository's config, under which a home may take as long as it takes: the machine may be busy with other tests.
enum PatientConfig {
    private static let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("hearth-config-\(UUID().uuidString)")

    private static let made = Result {
        atexit { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.copyItem(at: Child.root.appendingPathComponent("Config"), to: folder)
        let file = folder.appendingPathComponent("home.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let budget = #"{"budget": {"default": 60000, "maximum": 60000},"#
        try (budget + text.drop { $0 != "{" }.dropFirst()).write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    /// Where it is.
    static func path() throws -> String { try made.get() }

    /// The widgets of a segment, as they stand there.
    static func widgets(of segment: String) throws -> [JSON] {
        let config = try JSON(parsing: Data(contentsOf: URL(fileURLWithPath: path())))
        return config["segments"].array.first { $0.id == segment }?["widgets"].array ?? []
    }
}
