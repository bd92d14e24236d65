import Catalogue
import HomeLayout
import JSON

extension TextStyles {
    /// The standard ones aside.
    static let maximumCount = 50

    /// Reads styles by name, which replace or join the standard ones: `{"price": {"size": 17, "lineHeight": 22, "weight":
    /// 600, "maximumSize": 46, "color": "accent"}}`.
    init(reading value: CheckedValue, _ palette: Palette) {
        let styles = value.dictionary { name, style in style.object { TextStyle(name, reading: &$0, palette) } } ?? [:]
        if styles.count > Self.maximumCount { value.report("at most \(Self.maximumCount) text styles") }
        self = .standard
        for style in styles.values { insert(style) }
    }
}

extension TextStyle {
    fileprivate init(_ name: String, reading object: inout CheckedObject, _ palette: Palette) {
        if !Identifier.isValid(name) { object.report("the name of a text style is \(Identifier.expectation)") }
        let size = object.required("size")?.points(in: Self.sizes) ?? Self.sizes.lowerBound
        let lineHeight = object.required("lineHeight")?.points(in: Self.lineHeights) ?? Self.lineHeights.lowerBound
        let weight = object.optional("weight")?.count(in: Self.weights) ?? 400
        let maximumSize = object.optional("maximumSize")?.points(in: Self.sizes)
        let color = object.optional("color")?.colorName(in: palette)
        if let maximumSize, maximumSize < size { object.report("maximumSize is less than size") }
        self.init(name, size: size, lineHeight: lineHeight, weight: weight, maximumSize: maximumSize, color: color)
    }
}
