import Foundation

/// The last home of one URL in a file, shown at launch and while offline.
///
/// The file is replaced atomically, so that the document and its ETag always match. It has three parts separated by
/// line feeds: the URL, the ETag and the document.
struct OfflineCopy: Sendable {
    let file: URL

    struct Content: Equatable, Sendable {
        let document: Data
        let tag: String?
    }

    /// The content saved for this URL; `nil` for another URL, which may be another user's.
    func content(for address: URL) -> Content? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        let parts = data.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual(address.absoluteString.utf8) else { return nil }
        let tag = String(decoding: parts[1], as: UTF8.self)
        return Content(document: Data(parts[2]), tag: tag.isEmpty ? nil : tag)
    }

    /// Replaces the file.
    func save(_ content: Content, for address: URL) throws {
        let head = "\(address.absoluteString)\n\(content.tag ?? "")\n"
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try (Data(head.utf8) + content.document).write(to: file, options: .atomic)
    }

    /// Removes the file: after the user signs out, or if it cannot be decoded.
    func remove() {
        try? FileManager.default.removeItem(at: file)
    }
}
