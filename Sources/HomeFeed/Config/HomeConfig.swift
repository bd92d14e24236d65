import Bytes
import Catalogue
import HomeDocument
import HomeLayout
import JSON
import Localization

/// What a home is made of: the whole of `Config/home.json`, checked, in one of its languages.
public struct HomeConfig: Sendable {
    /// The revision of all that the config says of homes: not of what else the file that it is in may say.
    public let revision: Revision
    /// The kinds of catalogue items: the built-in ones and those that the config declares.
    public let kinds: KindTable
    /// The languages that the home can be had in.
    public private(set) var languages = SupportedLanguages.english
    /// The same in every language, by its tag.
    private var byLanguage: [LanguageTag: HomeConfig] = [:]
    /// The title above the page.
    public let title: String
    /// The names of the markets by their ids.
    let marketNames: [String: String]
    /// The styles of the layouts, before a widget changes its own.
    public let styles: LayoutStyles
    /// The space around and between the widgets.
    let page: PageStyle
    /// How long a home may take.
    let budget: BudgetConfig
    /// Whether clients may ask why a home is as it is.
    public let explains: Bool
    /// The segments in their order; at least one.
    let segments: [SegmentConfig]

    /// The most segments of a home.
    static let maximumSegments = 20

    /// Reads a config.
    /// - Parameter file: reads the file that a value names; `nil` where it cannot, which it then has reported.
    /// - Throws: ``ValidationErrors`` with everything that is wrong with it, each by its path.
    public init(
        _ json: JSONValue,
        file: (CheckedValue) -> [UInt8]? = { $0.mismatch("no file, since there are none beside this config") }
    ) throws(ValidationErrors) {
        self = try CheckedValue.read(json) { value in value.object { Self(reading: &$0, file: file) } }
    }

    /// Reads a config that has other members beside the home's, which have to be read before; `nil` where something is
    /// wrong, which was then reported.
    ///
    /// It is read once for each language: what makes a home of it knows of one language only.
    public init?(reading object: inout CheckedObject, file: (CheckedValue) -> [UInt8]?) {
        let languages = object.value("localization", default: .english) { SupportedLanguages(reading: $0, file: file) }
        // Where the files of words are is of no interest to who holds on to something of this config.
        let revision = Revision { $0.combine(object.remainingMembers) }
        let kinds = object.value("kinds", default: .builtIn, KindTable.init(reading:))
        guard let languages else {
            _ = Self.read(&object, revision, kinds ?? .builtIn)
            return nil
        }
        var configs: [LanguageTag: HomeConfig] = [:]
        for language in languages.all {
            object.languages = languages.textLanguages(for: language)
            configs[language] = Self.read(&object, revision, kinds ?? .builtIn)
        }
        guard kinds != nil, var config = configs[languages.defaultLocalizer.language] else { return nil }
        config.languages = languages
        config.byLanguage = configs
        self = config
    }

    /// The same config in the language of `localization`.
    func localized(_ localizer: Localizer) -> HomeConfig {
        byLanguage[localizer.language] ?? self
    }

    private init(
        revision: Revision,
        kinds: KindTable,
        title: String,
        marketNames: [String: String],
        styles: LayoutStyles,
        page: PageStyle,
        budget: BudgetConfig,
        explains: Bool,
        segments: [SegmentConfig]
    ) {
        self.revision = revision
        self.kinds = kinds
        self.title = title
        self.marketNames = marketNames
        self.styles = styles
        self.page = page
        self.budget = budget
        self.explains = explains
        self.segments = segments
    }

    private static func read(
        _ object: inout CheckedObject,
        _ revision: Revision,
        _ kinds: KindTable
    ) -> HomeConfig? {
        let title = object.required("title")?.text()
        let marketNames = object.value("markets", default: [:]) { $0.dictionary(Self.marketName) }
        let styles = object.value("layouts", default: LayoutStyles.standard, LayoutStyles.init(reading:))
        let page = object.value("page", default: .standard) { $0.object(PageStyle.init(reading:)) }
        let explains = object.value("explain", default: false) { $0.bool() }
        let budget = object.value("budget", default: BudgetConfig()) { $0.object(BudgetConfig.init(reading:)) }
        let fallbacks = object.value("layoutFallbacks", default: .none, LayoutFallbacks.init(reading:))
        let experiments = object.value("experiments", default: [:], Experiment.experiments)
        // What is wrong with these was reported; the widgets are checked all the same.
        let scope = ConfigScope(
            kinds: kinds,
            styles: styles ?? .standard,
            fallbacks: fallbacks ?? .none,
            experiments: experiments ?? [:]
        )
        guard let list = object.required("segments") else { return nil }
        let segments = list.array(of: "segments", 1...maximumSegments) {
            SegmentConfig(reading: $0, scope)
        }
        list.reportRepeated((segments ?? []).map(\.id), "segment")
        guard let title, let marketNames, let styles, let page, let budget, let explains, let segments else {
            return nil
        }
        return HomeConfig(
            revision: revision,
            kinds: kinds,
            title: title,
            marketNames: marketNames,
            styles: styles,
            page: page,
            budget: budget,
            explains: explains,
            segments: segments
        )
    }

    private static func marketName(_ id: String, _ name: CheckedValue) -> String? {
        guard Identifier.isValid(id) else {
            name.report("a market's id is \(Identifier.expectation)")
            return nil
        }
        return name.text()
    }

    /// What the config holds, in a few words: `2 segments, 14 widgets`.
    public var summary: String {
        let widgets = segments.reduce(0) { $0 + $1.widgets.count }
        return "\(segments.count) segment\(segments.count == 1 ? "" : "s"), \(widgets) widget\(widgets == 1 ? "" : "s")"
    }

    /// The segment `id`, the first where none is asked for, `nil` where there is none such.
    func segment(_ id: String?) -> SegmentConfig? {
        guard let id else { return segments[0] }
        return segments.first { $0.id == id }
    }
}

/// One tab of the home.
struct SegmentConfig: Sendable {
    let id: String
    let title: String
    let widgets: [WidgetConfig]

    /// The most widgets of one segment.
    static let maximumWidgets = 50

    init?(reading value: CheckedValue, _ scope: ConfigScope) {
        let read = value.object { object -> Self? in
            let id = object.required("id")?.identifier()
            let title = object.required("title")?.text()
            guard let list = object.required("widgets") else { return nil }
            let widgets = list.array(of: "widgets", 1...Self.maximumWidgets) {
                WidgetConfig.read($0, scope)
            }
            list.reportRepeated((widgets ?? []).map(\.id), "widget")
            list.reportRepeated((widgets ?? []).flatMap(\.cards).map(\.id), "item")
            guard let id, let title, let widgets else { return nil }
            return Self(id: id, title: title, widgets: widgets)
        }
        guard let read else { return nil }
        self = read
    }

    private init(id: String, title: String, widgets: [WidgetConfig]) {
        self.id = id
        self.title = title
        self.widgets = widgets
    }
}

extension CheckedValue {
    /// Notes each id that stands in the list more than once.
    func reportRepeated(_ ids: [String], _ what: String) {
        var seen: Set<String> = []
        for id in ids where !seen.insert(id).inserted {
            report("two \(what)s have the id \"\(id)\"")
        }
    }
}

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

extension RevisionHasher {
    /// Mixes in a JSON value by what it says: white space and the order of an object's members do not count.
    mutating func combine(_ json: JSONValue) {
        switch json {
        case .null:
            combine(0)
        case .bool(let value):
            combine(1)
            combine(value)
        case .integer(let value):
            combine(2)
            combine(value)
        case .number(let value):
            combine(3)
            combine(value)
        case .string(let text):
            combine(4)
            combine(text)
        case .array(let elements):
            combine(5)
            combine(elements.count)
            for element in elements { combine(element) }
        case .object(let members):
            combine(6)
            combine(members.count)
            // By their bytes, as on every machine.
            for (name, member) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                combine(name)
                combine(member)
            }
        }
    }
}
