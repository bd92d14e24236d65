import Foundation

/// The last home of one address in a file, to show at the start and while offline.
public struct OfflineCopy: Sendable {
    private let file: URL

    public init(file: URL) { self.file = file }

    /// The first line of the file. The address has the user: another one's home is not shown.
    struct Head: Codable, Sendable {
        let address: URL, tag: String?, choices: [String: [String]], loadTime: Date
    }

    func content(for address: URL) -> (head: Head, document: Data)? {
        guard let data = try? Data(contentsOf: file), let end = data.firstIndex(of: UInt8(ascii: "\n")),
            let head = try? JSONDecoder().decode(Head.self, from: data[..<end]), head.address == address
        else { return nil }
        return (head, data[(end + 1)...])
    }

    /// Replaces the file at once, so that document and ETag match. The app works without a copy: errors are no errors.
    func save(_ document: Data, _ head: Head) {
        guard document.count <= HTTPClient.maximumSize, let head = try? JSONEncoder().encode(head) else { return }
        let folder = file.deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? (head + Data("\n".utf8) + document).write(to: file, options: .atomic)
    }

    /// Call it when the user signs out.
    public func remove() { try? FileManager.default.removeItem(at: file) }
}
