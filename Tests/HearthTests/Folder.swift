import Foundation

/// A temporary folder of one test.
struct Folder {
    let url: URL

    fileprivate init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Creates an empty file with a unique name.
    func newFile(_ name: String) throws -> URL {
        let file = url.appendingPathComponent("\(name)-\(UUID().uuidString)")
        try Data().write(to: file)
        return file
    }

    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: url.appendingPathComponent(name))
        return path(name)
    }
}

func withFolder<Value>(_ body: (Folder) throws -> Value) throws -> Value {
    let folder = try Folder()
    defer { try? FileManager.default.removeItem(at: folder.url) }
    return try body(folder)
}

func withFolder<Value>(_ body: (Folder) async throws -> Value) async throws -> Value {
    let folder = try Folder()
    defer { try? FileManager.default.removeItem(at: folder.url) }
    return try await body(folder)
}
