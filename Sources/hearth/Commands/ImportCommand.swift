import CatalogueImport
import PropertyStore

/// `hearth import --store FILE --mapping FILE FILE`
enum ImportCommand: Command {
    static let name = "import"
    static let summary = "Brings listings or products from a file into the store."
    static let operands = ["FILE"]
    static let flags = [
        .store,
        Flag("mapping", "FILE", "which column is what, and how to read it"),
    ]

    static func run(_ arguments: Arguments) async throws {
        let path = arguments.operands[0]
        let mappingPath = try arguments.required("mapping")
        let mapping: Mapping
        do {
            mapping = try Mapping(contentsOf: mappingPath)
        } catch {
            throw Failure("\(mappingPath): \(error)")
        }
        let store = try StoreFile.open(try arguments.required("store"), readers: 1)
        var reporter = ProgressReporter()
        do {
            let summary = try await CatalogueImporter().run(file: path, mapping: mapping, into: store) {
                reporter.report($0)
            }
            reporter.finish()
            print("\(path): \(summary)")
        } catch {
            reporter.finish()
            throw Failure("\(path): \(error)")
        }
    }
}
