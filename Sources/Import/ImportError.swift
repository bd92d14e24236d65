import Catalogue
import JSON

/// Why an import ended.
///
/// A single record that cannot be read is no such error: it is a ``Rejection``.
public enum ImportError: Error, Hashable, Sendable {
    /// The mapping is no JSON.
    case malformedMapping(JSONSyntaxError)
    /// The mapping is JSON, but no mapping: all that is wrong with it, by path.
    case invalidMapping(ValidationErrors)
    /// The file cannot be opened or read: its path, and what the system says.
    case unreadable(path: String, reason: String)
    /// The file is gzipped, and its compressed data are cut off or damaged.
    case damagedGzip(reason: String)
    /// The file as a whole is not what the mapping describes: its text encoding, or its header line.
    case unexpectedContent(reason: String)
    /// The file of rejections cannot be written: its path, and what the system says.
    case unwritableRejects(path: String, reason: String)
    /// The temporary file of the records that were read cannot be written or read.
    case staging(StoreError)
    /// More records of a file were refused than may be.
    case tooManyRefused
    /// So many items would be withdrawn, more than may be, of so many.
    case tooManyWithdrawn(count: Int, of: Int, limit: Threshold)
    /// The items of a source are to be replaced, and the mapping has no `idPrefix` to tell them by.
    case noSource
    /// The store cannot be read, or did not take a batch. The same import, run again, completes it.
    case store(StoreError)
    /// The catalogue would be larger than it may be in memory. Nothing was written.
    case tooLarge(CatalogueMemoryError)
}

extension ImportError: CustomStringConvertible {
    /// What went wrong, for a person to read; one error per line.
    public var description: String {
        switch self {
        case .malformedMapping(let error): "the mapping is no JSON: \(error.reason)"
        case .invalidMapping(let errors): errors.all.map(\.description).joined(separator: "\n")
        case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
        case .damagedGzip(let reason): "the gzipped data are damaged: \(reason)"
        case .unexpectedContent(let reason): reason
        case .unwritableRejects(let path, let reason): "cannot write the rejected records to \(path): \(reason)"
        case .staging(let error): "the records cannot be kept in a temporary file: \(error)"
        case .tooManyRefused: "too many records were refused"
        case .tooManyWithdrawn(let count, let total, let limit):
            "\(count.grouped) of \(total.grouped) items would be withdrawn, more than \(limit): nothing was written"
        case .noSource: "the mapping has no \"idPrefix\", by which the items of a source are known"
        case .store(let error): "the store did not take a batch: \(error)"
        case .tooLarge(let error): "the catalogue would be too large: \(error)"
        }
    }
}
