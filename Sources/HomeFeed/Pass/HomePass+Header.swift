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
            return Header(heading, title, config.subtitle, href: config.href, in: direction)
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

extension Header {
    /// - Parameter href: The link where the heading has none.
    convenience init(
        _ heading: Heading,
        _ title: TitleTemplate,
        _ subtitle: String?,
        href: String?,
        in direction: Localizer.Direction = .leftToRight
    ) {
        self.init(title: title.text(with: heading, in: direction), subtitle: subtitle, href: heading.href ?? href)
    }
}
