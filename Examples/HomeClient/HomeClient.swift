import Foundation

/// Prints a home as an app shows it: `HomeClient 'http://127.0.0.1:8080/home?width=390&scale=3' [COPY]`.
///
/// It shows the offline copy in the file COPY, then the home, then deferred sections and the next page of each section.
@main struct HomeClient {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        let address = arguments.first ?? "http://127.0.0.1:8080/home?width=390&scale=3"
        guard let url = URL(string: address) else {
            print("\(address) is not a URL")
            exit(64)
        }
        let copy = arguments.dropFirst().first.map { OfflineCopy(file: URL(fileURLWithPath: $0)) }
        let store = HomeStore(address: url, copy: copy)
        do {
            await store.restore()
            printPage("offline copy", await store.page)
            let offline = await store.snapshot
            try await store.refresh()
            printPage("home", await store.page)
            printChanges(await store.snapshot.changes(from: offline))
            let fresh = await store.snapshot
            try await store.loadDeferred()
            for section in await store.page?.sections ?? [] { try await store.loadMore(section.id) }
            printPage("with one page more", await store.page)
            printChanges(await store.snapshot.changes(from: fresh))
        } catch {
            print("\(error)")
            exit(1)
        }
    }

    private static func printPage(_ name: String, _ page: Page?) {
        guard let page else { return }
        print("\(name):")
        for section in page.sections {
            let title = section.widget.title.isEmpty ? section.widget.id : section.widget.title
            print("  \(title): \(section.items.count)")
        }
    }

    private static func printChanges(_ changes: SnapshotChanges) {
        let cells = changes.cells.values
        let counts = [
            ("inserted", changes.sections.inserted.count, cells.reduce(0) { $0 + $1.inserted.count }),
            ("removed", changes.sections.removed.count, cells.reduce(0) { $0 + $1.removed.count }),
            ("moved", changes.sections.moved.count, cells.reduce(0) { $0 + $1.moved.count }),
            ("reconfigured", changes.sections.reconfigured.count, cells.reduce(0) { $0 + $1.reconfigured.count }),
        ]
        print("  " + counts.map { "\($0): \($1) sections, \($2) cells" }.joined(separator: "; "))
    }
}
