import Catalogue
import Foundation
import HTTPServer
import Recommendations

/// The client of the external recommendation service, if one is configured. The client ends with the last reference to the
/// recommender.
struct Recommender {
    let config: RecommenderConfig
    /// `nil` where the embedded engine recommends.
    let service: (any RecommendationService)?
    /// Sends users' events to the service.
    private let feedbackSender: FeedbackSender?
    private let helper: HTTPHelper?

    /// - Parameters:
    ///   - onEvent: receives restarts and recycles of the helper process.
    init(
        _ config: RecommenderConfig,
        store: any CatalogueStore,
        metrics: RecommenderMetrics,
        onEvent: @escaping @Sendable (HelperEvent) -> Void
    ) throws(Failure) {
        self.config = config
        guard let service = config.service else {
            self.service = nil
            feedbackSender = nil
            helper = nil
            return
        }
        do {
            let helper = try HTTPHelper(
                limits: config.helper,
                onEvent: onEvent,
                launch: helperLauncher(config.helper)
            )
            let client = GorseClient(
                url: service.address,
                key: service.key,
                limits: config.limits,
                helper: helper,
                metrics: metrics
            )
            self.service = GorseRecommendations(client: client, options: config.options)
            feedbackSender = FeedbackSender(client: client, store: store)
            self.helper = helper
        } catch {
            throw Failure("\(error)")
        }
    }

    /// Sends feedback to the service, if there is one, until the task is cancelled.
    func sendFeedback() async {
        await feedbackSender?.run()
    }

    /// Ends the helper process. Requests in flight fail.
    func close() {
        helper?.close()
    }
}
