import Catalogue
import Foundation
import HTTPServer
import Recommendations

/// The external recommendation service, where one is configured, and the client that asks it. The client ends with the last
/// reference to the recommender.
struct Recommender {
    let config: RecommenderConfig
    /// `nil` where the embedded engine recommends.
    let service: (any RecommendationService)?
    /// Sends users' events to the service.
    private let pump: FeedbackSender?
    private let helper: HTTPHelper?

    /// - Parameters:
    ///   - metrics: counts the outcomes of requests.
    ///   - note: receives the events of the helper.
    init(
        _ config: RecommenderConfig,
        store: any CatalogueStore,
        metrics: RecommenderMetrics,
        note: @escaping @Sendable (HelperEvent) -> Void
    ) throws(Failure) {
        self.config = config
        guard let service = config.service else {
            self.service = nil
            pump = nil
            helper = nil
            return
        }
        do {
            let helper = try HTTPHelper(
                limits: config.helper,
                note: note,
                launch: ChildHelperProcess.launch(config.helper)
            )
            let gorse = GorseService(
                at: service.address,
                key: service.key,
                limits: config.limits,
                transport: helper,
                metrics: metrics
            )
            self.service = GorseRecommendations(service: gorse, options: config.options)
            pump = FeedbackSender(to: gorse, from: store)
            self.helper = helper
        } catch {
            throw Failure("\(error)")
        }
    }

    /// Sends feedback to the service, where there is one, until the task is cancelled.
    func pumpFeedback() async {
        await pump?.run()
    }

    /// Closes the connection to the service. Requests under way fail.
    func close() {
        helper?.close()
    }
}
