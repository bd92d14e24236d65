import Catalogue
import HomeFeed
import Import
import JSON

enum ImportCommand: Command {
    static let name = "import"
    static let summary = "Imports items from files into the store."
    static let operands = ["FILE…"]
    static let flags = [
        .store,
        Flag("mapping", "FILE", "maps the columns of the files to the fields of items"),
        Flag("config", "FILE", "declares further kinds of items; without it, only listing and product"),
        .maxCatalogueMemory,
        Flag(
            "rejects",
            "FILE",
            "receives rejected records; if missing, FILE.rejects.ndjson, and none for standard input"
        ),
        Flag(
            "max-rejected",
            "N|N%",
            "maximum number or share of rejected records; a file with more is not imported",
            default: "\(CatalogueImporter.Options().maxRejected)"
        ),
        Flag(
            "replace",
            ReplacementScope.allCases.map(\.rawValue).joined(separator: "|"),
            "remove items of the mapping's kind that the files lack: in their markets, with its idPrefix, or all"
        ),
        Flag(
            "max-removed",
            "N|N%",
            "maximum number or share of items that a replacement removes; if exceeded, nothing is written",
            default: "\(CatalogueImporter.Options().maxRemoved)"
        ),
        Flag("dry-run", "", "report what would change, without writing"),
    ]

    private static let maximumReportedReasons = 10

    static func run(_ arguments: Arguments) async throws {
        let location = try StoreLocation(arguments.required("store"))
        let mappingPath = try arguments.required("mapping")
        let kinds = try arguments["config"].map { try ConfigFile(ConfigReader(of: $0)).home.kinds } ?? .builtIn
        let options = try CatalogueImporter.Options(arguments)
        let files = arguments.operands
        if arguments["rejects"] != nil, files.count > 1 { throw UsageError("--rejects requires a single FILE") }
        var reporter = ProgressReporter()
        var path = mappingPath
        do {
            let mapping = try Mapping(contentsOf: mappingPath, kinds: kinds)
            // All files are read before the store is opened, so that a missing file does not create a store.
            var importer = try CatalogueImporter(mapping: mapping, options: options)
            var dropped: [String] = []
            for file in files {
                path = file
                let rejects = options.isDryRun || file == "-" ? nil : file + ".rejects.ndjson"
                let rejectsFile = arguments["rejects"] ?? rejects
                let report = try importer.read(file, rejects: rejectsFile) { reporter.report($0, share: $1) }
                reporter.finish()
                printRejections(report, of: file, rejectsFile)
                if !report.isKept {
                    dropped.append(
                        "\(file): \(report.rejectedShare), more than \(options.maxRejected); file not imported"
                    )
                }
            }
            guard dropped.count < files.count, dropped.isEmpty || options.replacement == nil else {
                throw Failure(dropped.joined(separator: "\n"))
            }
            path = files.count == 1 ? files[0] : "\(files.count) files"
            let store = try location.open(readers: 1, creates: !options.isDryRun)
            reporter = ProgressReporter()
            let summary = try await importer.write(into: store) { reporter.report($0, share: $1) }
            reporter.finish()
            try StandardOutput.line("\(path): \(summary)")
            if summary.changesNothing { try StandardOutput.line("the store is up to date: nothing changed") }
            if options.isDryRun { try StandardOutput.line("this was a dry run: nothing was written") }
            if !dropped.isEmpty { throw Failure(dropped.joined(separator: "\n")) }
        } catch let error as ImportError {
            reporter.finish()
            let failure = Failure(error, in: path)
            guard arguments["config"] == nil, case .invalidMapping(let errors) = error,
                errors.all.contains(where: { $0.path == "kind" })
            else { throw failure }
            throw Failure(failure.message + "\n  a kind that a config declares needs --config FILE")
        }
    }

    private static func printRejections(_ report: CatalogueImporter.FileReport, of file: String, _ rejects: String?) {
        let causes = report.causes
        if causes.isEmpty { return }
        StandardError.line("\(file): \(report.rejectedShare)")
        for cause in causes.prefix(maximumReportedReasons) { StandardError.line("  \(cause)") }
        if causes.count > maximumReportedReasons {
            StandardError.line("  and \(causes.count - maximumReportedReasons) other reasons")
        }
        if let rejects { StandardError.line("rejected records and reasons: \(rejects)") }
    }
}

extension CatalogueImporter.Options {
    fileprivate init(_ arguments: Arguments) throws(UsageError) {
        self.init()
        func threshold(_ flag: String) throws(UsageError) -> Threshold {
            try arguments.parsed(flag, "a number such as 500, or a share such as 30%") { Threshold($0) }
        }
        maxRejected = try threshold("max-rejected")
        maxRemoved = try threshold("max-removed")
        catalogueLimit = try arguments.integer(Flag.maxCatalogueMemory.name)
        isDryRun = arguments["dry-run"] != nil
        replacement = try arguments.choice("replace", of: ReplacementScope.self)
    }
}

extension Failure {
    init(_ error: ImportError, in path: String) {
        switch error {
        case .invalidMapping(let errors): self.init(errors, in: path)
        case .unreadable(let path, let reason): self.init("\(path) cannot be read: \(reason)")
        case .failure(let reason): self.init("\(path): \(reason)")
        case .staging(let error):
            self.init("\(path): records cannot be written to a temporary file: \(error.explanation)")
        case .store(let error): self.init("\(path): the store rejected a batch: \(error.explanation)")
        case .tooLarge(let error): self.init("\(path): the catalogue would be too large: \(error.explanation)")
        }
    }
}
