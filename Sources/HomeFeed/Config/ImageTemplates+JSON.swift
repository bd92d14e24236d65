import JSON

extension ImageTemplates {
    private static let maximumCount = 64

    /// Reads `[{"match": "https://images.example.com/", "resize": "{url}?w={w}&h={h}&fit=crop"}]`.
    init(reading value: CheckedValue) {
        self.init(value.array(of: "templates", 0...Self.maximumCount) { $0.object(Rule.init(reading:)) } ?? [])
    }
}

extension ImageTemplates.Rule {
    fileprivate init?(reading object: inout CheckedObject) {
        let prefix = object.required("match")?.nonEmptyString()
        let template = object.required("resize")?.parsed(ImageTemplate.init, ImageTemplate.expectation)
        guard let prefix, let template else { return nil }
        self.init(prefix: prefix, template: template)
    }
}
