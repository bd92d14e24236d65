import Catalogue
import Observability
import Recommendations

/// The client of the external recommendation service, if one is configured.
struct Recommender {
    let config: RecommenderConfig
    /// `nil` for the embedded engine.
    private(set) var service: (any RecommendationService)?
    private(set) var feedback: FeedbackSender?
    private(set) var helper: HTTPHelper?

    init(
        _ config: RecommenderConfig,
        store: any CatalogueStore,
        metrics: RecommenderMetrics,
        onHelperDeath: @escaping HelperDeathHandler = { _, _ in }
    ) throws(Failure) {
        self.config = config
        guard let service = config.service else { return }
        do {
            let helper = try HTTPHelper(
                limits: config.helper,
                onDeath: { cause, delay in
                    metrics.restarts.increment()
                    onHelperDeath(cause, delay)
                },
                launch: helperLauncher(config.helper)
            )
            let client = GorseClient(
                url: service.address,
                key: service.key,
                options: config.options,
                helper: helper,
                metrics: metrics
            )
            self.service = client
            feedback = FeedbackSender(client: client, store: store)
            self.helper = helper
        } catch {
            throw Failure("\(error)")
        }
    }
}
