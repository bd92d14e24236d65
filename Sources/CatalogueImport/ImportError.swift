public import CheckedJSON
public import Catalogue

/// Why an import ended before the end of its file. What was read until then is in the store; the same import, run
/// again, completes it.
///
/// A single record that cannot be read is no such error: it is a ``Rejection``.
public enum ImportError: Error, Hashable, Sendable {
    /// The mapping is no JSON.
    case malformedMapping(MalformedJSON)
    /// The mapping is JSON, but no mapping: all that is wrong with it, by path.
    case invalidMapping(Findings)
    /// The file cannot be opened or read: its path, and what the system says.
    case unreadable(path: String, reason: String)
    /// The file is gzipped, and its compressed data are cut off or damaged.
    case damagedGzip(reason: String)
    /// The file as a whole is not what the mapping describes: its text encoding, or its header line.
    case unexpectedContent(reason: String)
    /// The file of rejections cannot be written: its path, and what the system says.
    case unwritableRejects(path: String, reason: String)
    /// The store did not take a batch.
    case store(StoreError)
    /// With the next batch, the catalogue would be larger than it may be in memory.
    case tooLarge(CatalogueMemoryError)
}

extension ImportError: CustomStringConvertible {
    /// What went wrong, for a person to read; a finding a line.
    public var description: String {
        switch self {
        case .malformedMapping(let error): "the mapping is no JSON: \(error.reason)"
        case .invalidMapping(let findings): findings.all.map(\.description).joined(separator: "\n")
        case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
        case .damagedGzip(let reason): "the gzipped data are damaged: \(reason)"
        case .unexpectedContent(let reason): reason
        case .unwritableRejects(let path, let reason): "cannot write the rejected records to \(path): \(reason)"
        case .store(let error): "the store did not take a batch: \(error)"
        case .tooLarge(let error): "the catalogue would be too large: \(error)"
        }
    }
}
