import Catalogue
import Foundation
import PostgreSQLStore
import SQLiteStore

enum StoreLocation {
    /// An SQLite file, by its path.
    case file(String)
    /// A PostgreSQL URL.
    case servers(String)

    /// - Throws: ``UsageError`` without the text, which may contain a password.
    init(_ text: String) throws(UsageError) {
        if ["postgresql://", "postgres://"].contains(where: text.hasPrefix) {
            self = .servers(text)
        } else if text.contains(/:\/\/|^\s*(?i:postgres(ql)?|pgsql):/) {
            let scheme = text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:\/\//).map { "\($0.output) " } ?? ""
            throw UsageError("a store is no \(scheme)URL: expected a file, or postgresql://USER@HOST/DATABASE")
        } else if text.prefixMatch(of: /\s*[a-z_]+\s*=/) != nil {
            throw UsageError(
                "a store is not named by libpq's keywords: expected postgresql://USER@HOST/DATABASE, or a file "
                    + "(./NAME if its name begins like this)"
            )
        } else {
            self = .file(text)
        }
    }

    struct OpenError: Error, CustomStringConvertible {
        let message: String
        /// Whether a later attempt may succeed.
        var isTransient = false
        /// `nil` without an attempt.
        var cause: StoreError?
        var description: String { message }
    }

    /// - Parameters:
    ///   - readers: Threads that read a file concurrently.
    ///   - creates: Whether to create a missing file.
    func open(
        readers: Int,
        limits: PostgreSQLStore.Limits = PostgreSQLStore.Limits(),
        creates: Bool = false
    ) throws(OpenError) -> any CatalogueStore {
        if case .file(let path) = self, !creates { _ = try Self.existing(path) }
        do {
            switch self {
            case .file(let path): return try SQLiteStore(path: path, readers: readers)
            case .servers(let url): return try PostgreSQLStore(url, limits: limits)
            }
        } catch {
            throw openError(error)
        }
    }

    func descriptors(readers: Int, limits: PostgreSQLStore.Limits) -> Int {
        switch self {
        case .file: SQLiteStore.maximumDescriptors(readers: readers)
        case .servers: PostgreSQLStore.maximumDescriptors(limits)
        }
    }

    /// Checks that a file exists and is not empty.
    static func existing(_ path: String) throws(OpenError) -> String {
        guard FileManager.default.fileExists(atPath: path) else {
            throw OpenError(message: "there is no store at \(path); create one with hearth import")
        }
        // SQLite takes an empty file for a new database.
        guard (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int != 0 else {
            throw OpenError(message: "the store at \(path) is an empty file; fill it with hearth import")
        }
        return path
    }

    /// - Parameter problem: The error's consequence.
    func openError(_ error: StoreError, _ problem: String = "cannot be opened") -> OpenError {
        // A URL may contain a password and is not shown; the explanation names the server.
        let place = if case .file(let path) = self { " at \(path)" } else { "" }
        return OpenError(
            message: "the store\(place) \(problem): \(error.explanation)",
            isTransient: isTransient(error),
            cause: error
        )
    }

    private func isTransient(_ error: StoreError) -> Bool {
        switch error {
        case .busy: return true
        case .unavailable(let failure):
            switch failure.cause {
            case .full, .ioError, .outOfResources, .conflict, .timeout, .unreachable: return true
            // A database may be restored, or made writable.
            case .missing, .readOnly: return if case .servers = self { true } else { false }
            case .corrupt, .replaced, .accessDenied, .misconfigured: return false
            }
        case .defect: return false
        }
    }

    /// - Throws: ``Failure`` if a URL is malformed.
    func checkAddress() throws(Failure) {
        guard case .servers(let url) = self else { return }
        do {
            try PostgreSQLStore.check(url)
        } catch {
            throw Failure(openError(error).message)
        }
    }
}
