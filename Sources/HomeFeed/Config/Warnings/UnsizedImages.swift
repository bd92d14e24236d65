extension HomeConfig {
    /// Warns of images of cards that have no template.
    var unsizedImages: [ConfigWarning] {
        widgets.flatMap { widget in
            let cards = widget.sources.flatMap(\.locatedCards).map { ($0.path, $0.card.card) }
            return (cards + widget.replacements.map { ($0.path, $0.card) }).filter(\.1.hasImageWithoutTemplate)
        }
        .map { path, _ in
            ConfigWarning(
                path: "\(path).image",
                message:
                    "none of the templates in \"images\" matches the URL, so that phones load the image in its full "
                    + "size: add one for its host"
            )
        }
    }
}
