import Bytes
import Catalogue
import HomeLayout
import JSON
import Localization
import Recommendations

/// The content of `Config/home.json` in one of its languages.
public struct HomeConfig: Sendable {
    /// Of the members that are about homes.
    public let revision: Revision
    /// The built-in kinds and those that the config declares.
    public let kinds: KindTable
    public private(set) var languages = SupportedLanguages.english
    private var byLanguage: [LanguageTag: HomeConfig] = [:]
    public let title: String
    /// By market id.
    let marketNames: [String: String]
    /// Without the changes of widgets.
    public let styles: LayoutStyles
    let page: PageStyle
    let budget: BudgetConfig
    let freshness: FreshnessConfig
    /// Whether clients may request explanations of homes.
    public let explains: Bool
    public let weights: RecommendationWeights
    let marks: MarksConfig
    let images: ImageTemplates
    let brandLink: ItemLink
    let experiments: [String: Experiment]
    /// At least one.
    let segments: [SegmentConfig]
    let cardIDs: Set<CatalogueItem.ID>
    private(set) var clients: [ClientConfig] = []

    static let maximumSegments = 20

    func localized(_ localizer: Localizer) -> HomeConfig {
        byLanguage[localizer.language] ?? self
    }

    public var segmentIDs: [String] { segments.map(\.id) }

    var widgets: [WidgetConfig] { segments.flatMap(\.widgets) }

    /// `2 segments, 14 widgets`.
    public var summary: String {
        let widgets = widgets.count
        return "\(segments.count) segment\(segments.count == 1 ? "" : "s"), \(widgets) widget\(widgets == 1 ? "" : "s")"
    }

    func widget(_ id: WidgetID) -> WidgetConfig? {
        segments.first { $0.id == id.segment }?.widgets.first { $0.id == id.widget }
    }

    /// The first segment for `nil`.
    func index(ofSegment id: String?) -> Int? {
        guard let id else { return 0 }
        return segments.firstIndex { $0.id == id }
    }
}

extension HomeConfig {
    /// - Parameter file: Reads the file that a value names; `nil` after it has reported an error.
    /// - Throws: ``ValidationErrors`` with all errors, each with its path.
    public init(
        _ json: JSONValue,
        file: (CheckedValue) -> [UInt8]? = { $0.mismatch("no file, since there are none beside this config") }
    ) throws(ValidationErrors) {
        self = try CheckedValue.read(json) { value in value.object { Self(reading: &$0, file: file) } }
    }

    /// Reads the config once for each language; `nil` after an error. Read members that are not about homes before.
    public init?(reading object: inout CheckedObject, file: (CheckedValue) -> [UInt8]?) {
        // Clients change neither homes nor the revision.
        let clients = object.optional("clients")?.array(of: "clients", 1...ClientConfig.maximumCount) {
            $0.object(ClientConfig.init(reading:))
        }
        let languages = object.optional("localization").map { SupportedLanguages(reading: $0, file: file) } ?? .english
        // The paths of localization files change no home.
        let revision = Revision { $0.combine(object.remainingMembers) }
        let kinds = object.optional("kinds").flatMap(KindTable.init(reading:)) ?? .builtIn
        guard let languages else {
            _ = Self(reading: &object, revision, kinds)
            return nil
        }
        var configs: [LanguageTag: HomeConfig] = [:]
        for language in languages.all {
            object.languages = languages.textLanguages(for: language)
            configs[language] = Self(reading: &object, revision, kinds)
        }
        guard var config = configs[languages.defaultLocalizer.language] else { return nil }
        config.languages = languages
        config.byLanguage = configs
        config.clients = clients ?? []
        self = config
    }

    /// Reads the texts in one language.
    private init(reading object: inout CheckedObject, _ revision: Revision, _ kinds: KindTable) {
        self.revision = revision
        self.kinds = kinds
        title = object.required("title")?.text() ?? ""
        marketNames = object.optional("markets")?.dictionary(Self.marketName) ?? [:]
        styles = LayoutStyles(reading: &object)
        page = object.section("page", PageStyle.init(reading:))
        explains = object.optional("explain")?.bool() ?? false
        let brandLink = object.optional("brands")?.object { brands -> ItemLink? in
            brands.required("href")?.addressOfItem().map { ItemLink($0) }
        }
        self.brandLink = brandLink ?? ItemLink("/brands/{id}")
        marks = object.section("marks", MarksConfig.init(reading:))
        budget = object.section("budget", BudgetConfig.init(reading:))
        freshness = object.section("freshness", FreshnessConfig.init(reading:))
        weights = object.section("recommendations", RecommendationWeights.init(reading:))
        let scope = ConfigScope(
            kinds: kinds,
            styles: styles,
            fallbacks: object.section("layoutFallbacks", LayoutFallbacks.init(reading:)),
            experiments: object.optional("experiments").flatMap(Experiment.experiments) ?? [:],
            images: object.optional("images").map(ImageTemplates.init(reading:)) ?? .none
        )
        images = scope.images
        experiments = scope.experiments
        let list = object.required("segments")
        segments =
            list?.array(of: "segments", 1...Self.maximumSegments) { segment in
                segment.object { SegmentConfig(reading: &$0, scope) }
            } ?? []
        list?.reportRepeated(segments.map(\.id), "segment")
        cardIDs = Set(segments.flatMap(\.widgets).flatMap(\.cards).map(\.id))
    }

    private static func marketName(_ id: String, _ name: CheckedValue) -> String? {
        guard Identifier.isValid(id) else {
            name.report("a market's id is \(Identifier.expectation)")
            return nil
        }
        return name.text()
    }
}

/// A tab of the home.
struct SegmentConfig: Sendable {
    let id: String
    let title: String
    let widgets: [WidgetConfig]
    /// Open for users whose order is personal; `nil` if the order is the same for all.
    let personalOrder: Gate?
    /// The moments at which gates may open or close, ascending.
    let changes: [Instant]

    static let maximumWidgets = 50

    init(reading object: inout CheckedObject, _ scope: ConfigScope) {
        id = object.required("id")?.identifier() ?? ""
        title = object.required("title")?.text() ?? ""
        personalOrder = object.optional("order")?.personalOrder(scope)
        let list = object.required("widgets")
        var index = 0
        widgets =
            list?.array(of: "widgets", 1...Self.maximumWidgets) { widget in
                defer { index += 1 }
                return widget.object { WidgetConfig(reading: &$0, scope, index: index) }
            } ?? []
        list?.reportRepeated(widgets.map(\.id), "widget")
        list?.reportRepeated(widgets.flatMap(\.cards).map(\.card.id), "item")
        let gates = widgets.flatMap { [$0.gate] + $0.gatedCards.map(\.gate) } + [personalOrder]
        changes = Set(gates.compactMap(\.self).flatMap(\.changes)).sorted()
    }
}

struct BudgetConfig: Sendable {
    private var standard = Duration.milliseconds(150)
    /// The limit of clients' requests, and the default of a widget alone.
    private(set) var maximum = Duration.seconds(1)

    /// Of times that a config or a client limits.
    static let milliseconds = 1...60_000

    /// Reads `{"default": 150, "maximum": 1000}`, in milliseconds.
    init(reading object: inout CheckedObject) {
        func duration(_ key: String) -> Duration? {
            object.optional(key)?.count(in: Self.milliseconds).map { .milliseconds($0) }
        }
        standard = duration("default") ?? standard
        maximum = duration("maximum") ?? max(maximum, standard)
        if standard > maximum { object.report("the default is more than the maximum") }
    }

    func time(requested: Duration?) -> Duration { min(requested ?? standard, maximum) }
}

extension CheckedValue {
    /// An empty id stands for one that is reported already.
    /// - Parameter what: A noun for the error message, in the singular: `widget`.
    public func reportRepeated(_ ids: [String], _ what: String) {
        var seen: Set<String> = []
        for id in ids where !id.isEmpty && !seen.insert(id).inserted {
            report("two \(what)s have the id \"\(id)\"")
        }
    }
}

extension RevisionHasher {
    /// Combines a JSON value; the order of an object's members makes no difference.
    package mutating func combine(_ json: JSONValue) {
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
            let members = members.filter { !CheckedObject.isComment($0.key) }
            combine(members.count)
            for (name, member) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                combine(name)
                combine(member)
            }
        }
    }
}
