/// How a widget shows its items. The raw value is the name in documents, requests and configs.
public enum Layout: String, CaseIterable, Sendable {
    /// A list of names in large type, with separators.
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
    /// A list of cards as wide as the page.
    case fullWidth = "HomeWidgetFullWidth"
    /// A grid of cards.
    case grid = "HomeWidgetGrid"
    /// A map with a pin for each item.
    case map = "HomeWidgetMap"
    /// A carousel of images as wide as the page.
    case banner = "HomeWidgetBanner"
    case infoCard = "HomeWidgetInfoCard"
}
