import Catalogue
import JSON

/// Why an import ended. A record that cannot be read is a ``Rejection`` instead.
public enum ImportError: Error, Hashable, Sendable {
    case malformedMapping(JSONSyntaxError)
    case invalidMapping(ValidationErrors)
    /// The file cannot be opened or read; the system's message.
    case unreadable(path: String, reason: String)
    /// The gzipped data is cut off or damaged.
    case damagedGzip(reason: String)
    case unexpectedContent(reason: String)
    /// A record cannot be read, of a file whose records cannot be rejected one by one.
    case invalidRecord(Rejection)
    /// The rejects file cannot be written; the system's message.
    case unwritableRejects(path: String, reason: String)
    /// The temporary database cannot be written or read.
    case staging(StoreError)
    case tooManyRejected
    case tooManyRemoved(count: Int, of: Int, limit: Threshold)
    /// ``ReplacementScope/source`` needs a mapping with `idPrefix`.
    case noSource
    /// The store cannot be read, or rejected a batch. Run the import again to complete it.
    case store(StoreError)
    /// The catalogue would exceed its memory limit. Nothing was written.
    case tooLarge(CatalogueMemoryError)
}

extension ImportError: CustomStringConvertible {
    /// The cause, with one line for each error of a mapping.
    public var description: String {
        switch self {
        case .malformedMapping(let error): "the mapping is not JSON: \(error.reason)"
        case .invalidMapping(let errors): errors.all.map(\.description).joined(separator: "\n")
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .damagedGzip(let reason): "the gzipped data is damaged: \(reason)"
        case .unexpectedContent(let reason): reason
        case .invalidRecord(let rejection):
            "line \(rejection.line)\(rejection.error.column.map { ", column \"\($0)\"" } ?? ""): \(rejection.error)"
        case .unwritableRejects(let path, let reason): "cannot write the rejected records to \(path): \(reason)"
        case .staging(let error): "the temporary database failed: \(error)"
        case .tooManyRejected: "too many records were rejected"
        case .tooManyRemoved(let count, let total, let limit):
            "\(count.grouped) of \(total.grouped) items would be removed, more than \(limit): nothing was written"
        case .noSource: "the mapping has no \"idPrefix\", which identifies the items of a source"
        case .store(let error): "the store did not take a batch: \(error)"
        case .tooLarge(let error): "the catalogue would be too large: \(error)"
        }
    }
}
