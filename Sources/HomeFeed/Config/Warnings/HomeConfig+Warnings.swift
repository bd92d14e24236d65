import JSON

extension HomeConfig {
    /// The parts of a valid config that clients cannot show as meant, each with the cause and what to do.
    ///
    /// To add a check, write a function and add it here.
    public var warnings: [ValidationError] {
        unsuitableLayouts + emptyChoices + truncatedTexts + unsizedImages + undrawableWidgets
    }

    /// Warns of filters that may leave a widget empty without a message.
    private var emptyChoices: [ValidationError] {
        widgets.filter { !$0.choices.filters.isEmpty && $0.whenNothingFound == nil }.map { widget in
            ValidationError(
                path: "\(widget.path).clientFilters",
                message: "a filter that finds nothing leaves an empty widget: add whenNothingFound, a card that says so"
            )
        }
    }

    /// Warns of images of cards that have no template.
    private var unsizedImages: [ValidationError] {
        widgets.flatMap(\.cards).filter(\.card.hasImageWithoutTemplate).map { card in
            ValidationError(
                path: "\(card.path).image",
                message:
                    "none of the templates in \"images\" matches the URL, so that phones load the image in its full "
                    + "size: add one for its host"
            )
        }
    }
}
