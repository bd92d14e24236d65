extension HomeConfig {
    /// Warns of filters that may leave a widget empty without a message.
    var emptyChoices: [ConfigWarning] {
        widgets.compactMap { widget in
            guard !widget.choices.filters.isEmpty, widget.whenNothingFound == nil else { return nil }
            return ConfigWarning(
                path: "\(widget.path).clientFilters",
                message: "a filter that finds nothing leaves an empty widget: add whenNothingFound, a card that says so"
            )
        }
    }
}
