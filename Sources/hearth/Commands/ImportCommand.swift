import CatalogueImport
import CheckedJSON
import Catalogue
import HomeFeed

/// `hearth import --store FILE|URL --mapping FILE FILE`
enum ImportCommand: Command {
    static let name = "import"
    static let summary = "Imports items from a file into the store."
    static let operands = ["FILE"]
    static let flags = [
        .store,
        Flag("mapping", "FILE", "which column is what, and how to read it"),
        Flag("config", "FILE", "the config whose kinds of items the mapping may fill; without it listing and product"),
        .maxCatalogueMemory,
        Flag("rejects", "FILE", "where refused rows go; beside the file, as FILE.rejects.ndjson, where none is given"),
    ]

    static func run(_ arguments: Arguments) async throws {
        let path = arguments.operands[0]
        let rejects = arguments["rejects"] ?? path + ".rejects.ndjson"
        let mappingPath = try arguments.required("mapping")
        let kinds =
            try arguments["config"].map { path throws(Failure) in try ConfigFile(ConfigFiles(of: path)).home.kinds }
            ?? .builtIn
        let mapping: Mapping
        do {
            mapping = try Mapping(contentsOf: mappingPath, kinds: kinds)
        } catch {
            throw Failure(error, in: mappingPath)
        }
        let limit = try arguments.integer(Flag.maxCatalogueMemory.name)
        let location = StoreLocation(try arguments.required("store"))
        var reporter = ProgressReporter()
        do {
            // A file that is not there, or is another than was meant, leaves no store behind.
            let importer = try CatalogueImporter(file: path, mapping: mapping, rejects: rejects)
            let store = try location.open(readers: 1, makesFile: true)
            let budget = try await CatalogueMemoryBudget(of: store, limit: limit)
            let summary = try await importer.run(into: store, within: budget) { reporter.report($0) }
            reporter.finish()
            try Output.line("\(path): \(summary)")
            if summary.refused > 0 { Notice.line("what was refused, and why, is in \(rejects)") }
        } catch let error as ImportError {
            reporter.finish()
            throw Failure(error, in: path)
        }
    }
}

extension Failure {
    /// An import, or the reading of a mapping, that `error` ended.
    fileprivate init(_ error: ImportError, in path: String) {
        switch error {
        case .malformedMapping(let error): self.init("\(path) is not JSON: \(error.reason)")
        case .invalidMapping(let findings): self.init(findings, in: path)
        case .unreadable(let path, let reason): self.init("\(path) cannot be read: \(reason)")
        case .store(let error): self.init("\(path): the store did not take a batch: \(error.explanation)")
        case .tooLarge(let error): self.init("\(path): the catalogue would be too large: \(error.explanation)")
        case .damagedGzip, .unexpectedContent, .unwritableRejects: self.init("\(path): \(error)")
        }
    }
}
