import Observability
import Recommendations

/// The client of the external recommendation service, if one is configured.
struct Recommender {
    let config: RecommenderConfig
    /// `nil` for the embedded engine.
    private(set) var service: GorseClient?
    private(set) var helper: HTTPHelper?

    init(
        _ config: RecommenderConfig,
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
            self.service = GorseClient(
                url: service.address,
                key: service.key,
                options: config.options,
                helper: helper,
                metrics: metrics
            )
            self.helper = helper
        } catch {
            throw Failure("\(error)")
        }
    }
}
