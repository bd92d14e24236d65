import HomeFeed
import JSON

/// What is wrong with a config, each as `hearth check` prints it; nothing where it is fine.
func configErrors(_ config: String) throws -> [String] {
    try validationErrors { try HomeConfig(JSONValue(parsing: config.utf8), file: WordFiles.fixtures.read) }
}

/// What is wrong with the value that `read` reads.
func validationErrors(_ read: () throws -> some Any) throws -> [String] {
    do {
        _ = try read()
        return []
    } catch let errors as ValidationErrors {
        return errors.all.map(\.description)
    }
}
