import Catalogue
import JSON

/// Why an import ended. A record that cannot be read is a ``Rejection`` instead.
public enum ImportError: Error, Hashable, Sendable {
    case invalidMapping(ValidationErrors)
    /// The file cannot be opened or read; the system's message.
    case unreadable(path: String, reason: String)
    /// The content of a file, or a flag that does not fit it.
    case failure(String)
    /// The temporary database cannot be written or read.
    case staging(StoreError)
    /// The store cannot be read, or rejected a batch. Run the import again to complete it.
    case store(StoreError)
    /// The catalogue would exceed its memory limit. Nothing was written.
    case tooLarge(CatalogueMemoryError)
}
