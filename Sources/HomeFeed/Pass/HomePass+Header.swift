import Catalogue
import Localization

extension HomePass {
    /// A header with texts of the sources is cached for the user.
    func header(of plan: WidgetPlan) -> Header {
        guard let title = plan.config.title else { return plan.config.header }
        let heading = plan.config.heading(context)
        if heading == Heading() { return plan.config.header }
        return context.cached.value(for: HeaderKey(plan: plan, heading: heading), in: context.snapshot) {
            let (config, direction) = (plan.config, inputs.plan.localizer.direction)
            let text = title.text(with: heading, in: direction)
            return Header(title: text, subtitle: config.subtitle, href: heading.href ?? config.href)
        }
    }

    private struct HeaderKey: Equatable {
        let plan: WidgetPlan
        let heading: Heading

        static func == (one: Self, other: Self) -> Bool { one.plan === other.plan && one.heading == other.heading }
    }
}

extension WidgetConfig {
    fileprivate func heading(_ context: FeedContext) -> Heading {
        var heading = Heading()
        for source in sources where !source.isStatic {
            let next = source.source.heading(context)
            heading.market = heading.market ?? next.market
            heading.item = heading.item ?? next.item
            heading.href = heading.href ?? next.href
        }
        return heading
    }
}
