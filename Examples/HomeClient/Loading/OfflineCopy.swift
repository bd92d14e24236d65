import Foundation

/// The last home of one address, in a file: shown at the start, and while the network is away.
///
/// The file is replaced at once, so that the document and its tag belong together, whenever the app is killed. It has three
/// parts with line feeds between them: the address, the ETag and the document. It is no longer than a document may be.
struct OfflineCopy: Sendable {
    let file: URL

    struct Content: Equatable, Sendable {
        let document: Data
        let tag: String?
    }

    /// What was saved for this address. Another one's, which may be another user's, is none.
    func content(for address: URL) -> Content? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        let parts = data.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual(address.absoluteString.utf8) else { return nil }
        let tag = String(decoding: parts[1], as: UTF8.self)
        return Content(document: Data(parts[2]), tag: tag.isEmpty ? nil : tag)
    }

    /// Saves it in place of what was there.
    func save(_ content: Content, for address: URL) throws {
        let head = "\(address.absoluteString)\n\(content.tag ?? "")\n"
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try (Data(head.utf8) + content.document).write(to: file, options: .atomic)
    }

    /// Removes it: when the user signs out, or where it cannot be read.
    func remove() {
        try? FileManager.default.removeItem(at: file)
    }
}
