import Foundation

/// A folder of a test's own.
struct Folder {
    let url: URL

    fileprivate init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// The path of `name` in the folder.
    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Makes an empty file whose name nothing else has.
    func newFile(_ name: String) throws -> URL {
        let file = url.appendingPathComponent("\(name)-\(UUID().uuidString)")
        try Data().write(to: file)
        return file
    }

    /// Makes the file `name` with this text, and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: url.appendingPathComponent(name))
        return path(name)
    }
}

/// A folder that is there for as long as `body` runs.
func withFolder<Value>(_ body: (Folder) throws -> Value) throws -> Value {
    let folder = try Folder()
    defer { try? FileManager.default.removeItem(at: folder.url) }
    return try body(folder)
}

/// A folder that is there for as long as `body` runs.
func withFolder<Value>(_ body: (Folder) async throws -> Value) async throws -> Value {
    let folder = try Folder()
    defer { try? FileManager.default.removeItem(at: folder.url) }
    return try await body(folder)
}
