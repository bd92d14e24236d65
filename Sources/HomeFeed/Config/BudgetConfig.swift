import JSON

/// How long a home may take.
struct BudgetConfig: Sendable {
    /// Where the client does not say.
    var standard = Duration.milliseconds(150)
    /// However much the client asks for; a widget that is asked for alone has so much.
    var maximum = Duration.seconds(1)

    /// The milliseconds that either may be.
    static let milliseconds: ClosedRange<Int64> = 1...60_000

    init() {}

    /// Reads `{"default": 150, "maximum": 1000}`, in milliseconds.
    init?(reading object: inout CheckedObject) {
        let (standard, maximum) = (BudgetConfig().standard, BudgetConfig().maximum)
        let read = object.value("default", default: standard, Self.duration)
        let longest = object.value("maximum", default: max(maximum, read ?? maximum), Self.duration)
        guard let read, let longest else { return nil }
        guard read <= longest else {
            object.report("the default is more than the maximum")
            return nil
        }
        self.standard = read
        self.maximum = longest
    }

    private static func duration(_ value: CheckedValue) -> Duration? {
        value.integer(in: milliseconds).map { .milliseconds($0) }
    }

    /// How long a home may take whose client asks for `asked`.
    func time(asked: Duration?) -> Duration { min(asked ?? standard, maximum) }
}
