import Catalogue
import HomeFeed
import Import
import JSON

/// `hearth import --store FILE|URL --mapping FILE FILE…`
enum ImportCommand: Command {
    static let name = "import"
    static let summary = "Imports items from files into the store."
    static let operands = ["FILE…"]
    static let flags = [
        .store,
        Flag("mapping", "FILE", "which column is what, and how to read it"),
        Flag("config", "FILE", "the config whose kinds of items the mapping may fill; without it listing and product"),
        .maxCatalogueMemory,
        Flag("rejects", "FILE", "where refused records go; without it FILE.rejects.ndjson, and nowhere those of -"),
        Flag(
            "max-rejected",
            "N|N%",
            "how many records of a file may be refused; beyond that nothing of the file is kept",
            default: "\(CatalogueImporter.Options().maxRefused)"
        ),
        Flag(
            "replace",
            ReplacementScope.allCases.map(\.rawValue).joined(separator: "|"),
            "withdraw the items of the kind that the files do not have: of their markets, of the mapping's idPrefix, or all"
        ),
        Flag(
            "max-removed",
            "N|N%",
            "how many of those items may be withdrawn; beyond that nothing is written",
            default: "\(CatalogueImporter.Options().maxWithdrawn)"
        ),
        Flag("dry-run", "", "only say what would be done"),
    ]

    /// How many reasons of refusals are told.
    private static let toldReasons = 10

    static func run(_ arguments: Arguments) async throws {
        let mappingPath = try arguments.required("mapping")
        let kinds =
            try arguments["config"].map { path throws(Failure) in try ConfigFile(ConfigFiles(of: path)).home.kinds }
            ?? .builtIn
        let options = try CatalogueImporter.Options(arguments)
        let files = arguments.operands
        if arguments["rejects"] != nil, files.count > 1 { throw UsageError("--rejects: expected one FILE beside it") }
        let mapping: Mapping
        do {
            mapping = try Mapping(contentsOf: mappingPath, kinds: kinds)
        } catch {
            throw Failure(error, in: mappingPath)
        }
        let location = StoreLocation(try arguments.required("store"))
        var reporter = ProgressReporter()
        var path = mappingPath
        do {
            // A file that is not there, or is another than was meant, leaves no store behind.
            var importer = try CatalogueImporter(mapping: mapping, options: options)
            var dropped: [String] = []
            for file in files {
                path = file
                let rejects = options.isDryRun || file == "-" ? nil : file + ".rejects.ndjson"
                let rejectsFile = arguments["rejects"] ?? rejects
                let report = try importer.read(file, rejects: rejectsFile) { reporter.report($0) }
                reporter.finish()
                tell(report, of: file, rejectsFile)
                if !report.isKept {
                    dropped.append(
                        "\(file): \(report.refusedShare), more than \(options.maxRefused); nothing of the file is kept"
                    )
                }
            }
            guard dropped.count < files.count, dropped.isEmpty || options.replacement == nil else {
                throw Failure(dropped.joined(separator: "\n"))
            }
            path = files.count == 1 ? files[0] : "\(files.count) files"
            let store = try location.open(readers: 1, makesFile: !options.isDryRun)
            let summary = try await importer.write(into: store) { reporter.report($0) }
            reporter.finish()
            try StandardOutput.line("\(path): \(summary)")
            if summary.changesNothing { try StandardOutput.line("the store has all of it: nothing changes") }
            if options.isDryRun { try StandardOutput.line("this was a dry run: nothing was written") }
            if !dropped.isEmpty { throw Failure(dropped.joined(separator: "\n")) }
        } catch let error as ImportError {
            reporter.finish()
            throw Failure(error, in: path)
        }
    }

    /// Says why records of a file were refused.
    private static func tell(_ report: CatalogueImporter.FileReport, of file: String, _ rejects: String?) {
        let groups = report.refusals.groups
        if groups.isEmpty { return }
        StandardErrorMessage.line("\(file): \(report.refusedShare)")
        for group in groups.prefix(toldReasons) { StandardErrorMessage.line("  \(group)") }
        if groups.count > toldReasons {
            StandardErrorMessage.line("  and for \(groups.count - toldReasons) other reasons")
        }
        if let rejects { StandardErrorMessage.line("what was refused, and why, is in \(rejects)") }
    }
}

extension CatalogueImporter.Options {
    fileprivate init(_ arguments: Arguments) throws(UsageError) {
        self.init()
        func limit(_ flag: String) throws(UsageError) -> Threshold {
            let text = try arguments.required(flag)
            guard let limit = Threshold(text) else {
                throw UsageError("--\(flag) is \"\(text)\": expected a number such as 500, or a share such as 30%")
            }
            return limit
        }
        maxRefused = try limit("max-rejected")
        maxWithdrawn = try limit("max-removed")
        catalogueLimit = try arguments.integer(Flag.maxCatalogueMemory.name)
        isDryRun = arguments["dry-run"] != nil
        if let text = arguments["replace"] {
            guard let scope = ReplacementScope(rawValue: text) else {
                let scopes = ReplacementScope.allCases.map(\.rawValue)
                throw UsageError(
                    "--replace: unknown \"\(text)\"; " + SpellingSuggestion.advice(for: text, among: scopes)
                )
            }
            replacement = scope
        }
    }
}

extension Failure {
    /// An import, or the reading of a mapping, that `error` ended.
    fileprivate init(_ error: ImportError, in path: String) {
        switch error {
        case .malformedMapping(let error): self.init("\(path) is not JSON: \(error.reason)")
        case .invalidMapping(let errors): self.init(errors, in: path)
        case .unreadable(let path, let reason): self.init("\(path) cannot be read: \(reason)")
        case .staging(let error):
            self.init("\(path): its records cannot be kept in a temporary file: \(error.explanation)")
        case .store(let error): self.init("\(path): the store did not take a batch: \(error.explanation)")
        case .tooLarge(let error): self.init("\(path): the catalogue would be too large: \(error.explanation)")
        case .tooManyWithdrawn: self.init("\(path): \(error) (--max-removed)")
        case .damagedGzip, .unexpectedContent, .unwritableRejects, .tooManyRefused, .noSource:
            self.init("\(path): \(error)")
        }
    }
}
