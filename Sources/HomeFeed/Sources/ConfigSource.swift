import HomeDocument

/// A source whose items stand in the config itself.
///
/// They are the same for everyone, so that no other widget shows them and there is nothing to ask.
protocol ConfigSource: Source {}

extension ConfigSource {
    var shares: Set<ItemKind> { [] }

    func query(_ context: LoadContext, _ page: Page) -> Query? { nil }
}
