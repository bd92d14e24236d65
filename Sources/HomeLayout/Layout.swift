/// How a widget shows its items. The raw value is the word in documents, requests and configs.
public enum Layout: String, CaseIterable, Sendable {
    /// Names in large type, one under the other, with separators.
    case brand = "HomeWidgetBrand"
    /// A carousel with 1.5 items on the screen.
    case productXL = "HomeWidgetProductXL"
    /// A carousel with 2.5 items on the screen.
    case productL = "HomeWidgetProductL"
    /// A carousel with 3.5 items on the screen.
    case productM = "HomeWidgetProductM"
    /// A carousel with 4.5 items on the screen.
    case productS = "HomeWidgetProductS"
    /// A carousel of images alone in two rows, with 5.5 items on the screen in each.
    case productXS = "HomeWidgetProductXS"
    /// A carousel of images alone in three rows, with 6.5 items on the screen in each.
    case productXXS = "HomeWidgetProductXXS"
    /// Cards as wide as the page, one under the other.
    case fullWidth = "HomeWidgetFullWidth"
    /// Cards in columns.
    case grid = "HomeWidgetGrid"
    /// A map with the items as pins.
    case map = "HomeWidgetMap"
    /// Images as wide as the page, side by side.
    case banner = "HomeWidgetBanner"
    /// A card of text.
    case infoCard = "HomeWidgetInfoCard"
}
