import Catalogue
import HomeLayout
import Localization

/// Everything that a home depends on. A class, because every stage of a ``HomePass`` reads it.
final class HomeInputs: Sendable {
    let plan: SegmentPlan
    let context: FeedContext
    /// The widgets whose gates are open, in the config's order.
    let open: [WidgetPlan]
    /// In the user's order: the open widgets without those that the user hides.
    let widgets: [WidgetPlan]
    let arms: ArmPlan
    let links: HomeLinks
    let caches: FeedCaches

    init(_ plan: SegmentPlan, _ context: FeedContext, _ caches: FeedCaches) {
        let evaluation = GateEvaluation(of: plan, context)
        open = evaluation.widgets
        widgets = WidgetOrder(segment: plan.segment, context: context).order(open)
        arms = plan.armPlan(for: evaluation.arms)
        links = HomeLinks(request: context.request, segment: plan.segmentParameter)
        self.plan = plan
        self.context = context
        self.caches = caches
    }
}

/// What all homes of a feed share.
struct FeedCaches: Sendable {
    let signer: TokenSigner
    let cards: CardCache
}
