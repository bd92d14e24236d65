import HomeDocument

/// A source whose items stand in the config itself.
///
/// They are the same for everyone, so that no other widget shows them and loading them cannot fail.
protocol ConfigSource: Source {}

extension ConfigSource {
    var shares: Set<ItemKind> { [] }

    func load(_ context: LoadContext, _ page: Page) async throws(SourceError) -> SourceContent {
        SourceContent(candidates: cards.prefix(max(0, page.limit)).map { Candidate($0) })
    }
}
