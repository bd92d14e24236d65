import Bytes
import Catalogue
import JSON

/// The colours of a config by name. Text styles, backgrounds and separators refer to them.
struct Palette: Hashable, Sendable {
    struct Color: Hashable, Sendable {
        let light: RGBColor
        let dark: RGBColor
    }

    private(set) var colors: [String: Color] = [:]

    static let maximumCount = 100

    init() {}

    /// Reads `{"accent": {"light": "#b8370b", "dark": "#fb923c"}, "line": "#808080"}`.
    init(reading value: CheckedValue) {
        let colors = value.dictionary { name, color -> Color? in
            if CheckedObject.isComment(name) { return nil }
            if !Identifier.isValid(name) { color.report("the name of a colour is \(Identifier.expectation)") }
            if case .string = color.json { return color.color().map { Color(light: $0, dark: $0) } }
            return color.object { object in
                let light = object.required("light")?.color()
                let dark = object.required("dark")?.color()
                guard let light, let dark else { return nil }
                return Color(light: light, dark: dark)
            }
        }
        self.colors = colors ?? [:]
        if self.colors.count > Self.maximumCount { value.report("at most \(Self.maximumCount) colours") }
    }
}

extension CheckedValue {
    fileprivate func color() -> RGBColor? { parsed(RGBColor.init, "a colour such as #b8370b") }

    func colorName(in palette: Palette) -> String? {
        choice("colour of the palette", among: palette.colors.keys.sorted())
    }
}
