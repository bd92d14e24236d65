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
        var (open, arms): ([WidgetPlan], [EventOrigin.Arm]) = ([], [])
        open.reserveCapacity(plan.widgets.count)
        // The user is in the arms of the experiments that are evaluated, also if the gate is then closed.
        func note(_ condition: Condition) {
            guard let arm = condition.arm(in: context), !arms.contains(arm) else { return }
            arms.append(arm)
        }
        for widget in plan.widgets {
            guard widget.gate.isOpen(in: context, note) else { continue }
            open.append(widget)
            for card in widget.config.gatedCards { _ = card.gate?.isOpen(in: context, note) }
        }
        _ = plan.segment.personalOrder?.isOpen(in: context, note)
        self.open = open
        widgets = WidgetOrder(segment: plan.segment, context: context).order(open)
        self.arms = plan.armPlan(for: arms)
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
