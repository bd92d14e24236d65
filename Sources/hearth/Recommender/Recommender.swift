import Foundation
import GorseClient
import HTTPServer
import Catalogue
import Recommendations
import Relay

/// What recommends: the embedded engine, or a service behind HTTP with all that it takes to ask it. That ends with the last
/// reference to the recommender.
struct Recommender {
    let config: RecommenderConfig
    let recommendations: any Recommendations
    /// What brings users' feedback to the service; `nil` where there is none.
    private let pump: FeedbackPump?
    private let relay: Relay?

    /// - Parameters:
    ///   - observer: is told what becomes of questions.
    ///   - note: is told what happens to the relay.
    init(
        _ config: RecommenderConfig,
        store: any PropertyStore,
        observer: any ClientObserver,
        note: @escaping @Sendable (RelayEvent) -> Void
    ) throws(Failure) {
        self.config = config
        guard let service = config.service else {
            recommendations = EmbeddedRecommendations(store: store)
            pump = nil
            relay = nil
            return
        }
        do {
            let relay = try Relay(limits: config.relay, note: note, launch: RelayProcess.launch(config.relay))
            let gorse = GorseService(
                at: service.address,
                key: service.key,
                limits: config.limits,
                transport: relay,
                timer: try TimerThread(),
                observer: observer
            )
            recommendations = GorseRecommendations(service: gorse, store: store, options: config.options)
            pump = FeedbackPump(to: gorse, from: store)
            self.relay = relay
        } catch {
            throw Failure("\(error)")
        }
    }

    /// Brings feedback to the service, where there is one, until the task is cancelled.
    func pumpFeedback() async {
        await pump?.run()
    }

    /// Lets go of the service. What is still asked fails.
    func close() {
        relay?.close()
    }
}
