import HomeDocument
import HomeLayout
import Catalogue
import Words

/// What a home is asked for, as far as the config can tell; one object, since all who make the home hold it.
final class AskedHome: Sendable {
    /// With no locale but one that is spoken.
    let request: HomeRequest
    /// The config in its language.
    let config: HomeConfig
    let words: Wording
    let segment: SegmentConfig

    init(_ request: HomeRequest, _ config: HomeConfig) throws(FeedError) {
        let words = request.locale.flatMap { config.languages.wording(for: $0) }
        var request = request
        request.locale = words?.locale
        let spoken = words ?? config.languages.standard
        let config = config.speaking(spoken)
        guard let segment = config.segment(request.segment) else {
            let known = config.segments.map { "\"\($0.id)\"" }.joined(separator: ", ")
            throw .parameter(.invalid("segment", "one of \(known)", found: request.segment ?? ""))
        }
        self.request = request
        self.config = config
        self.words = spoken
        self.segment = segment
    }
}

/// What widgets are composed with, the same for all homes.
struct Composing: Sendable {
    let signer: TokenSigner
    let cursors: CursorSigner
    let layouts = LayoutTable()
    let frames = FrameTable()
    let tokens = TokenTable()

    init(signingKey: [UInt8]) {
        signer = TokenSigner(key: signingKey)
        cursors = CursorSigner(signer)
    }
}

/// The making of one home, once it is known who asks: all but what has to be loaded.
struct HomeAssembly {
    let asked: AskedHome
    let context: LoadContext
    let gates: GateContext
    let admission: Admission
    var composer: WidgetComposer
    private let signer: TokenSigner

    init(_ asked: AskedHome, _ context: LoadContext, _ composing: Composing) {
        self.asked = asked
        self.context = context
        gates = GateContext(
            request: asked.request,
            record: context.unread == nil ? context.record : nil,
            locale: asked.words.locale.description,
            now: context.now
        )
        admission = Admission(to: asked.segment, gates)
        signer = composing.signer
        composer = WidgetComposer(
            asked: asked,
            context: context,
            composing: composing,
            tokens: composing.tokens.tokens(
                config: asked.config.revision,
                segment: asked.segment.id,
                arms: admission.arms
            )
        )
    }

    /// The home with these contents of the widgets that were admitted.
    func home(_ contents: [SelectedContent], _ hydration: Hydration) -> Home {
        var widgets: [Widget] = []
        widgets.reserveCapacity(contents.count)
        for (index, config) in admission.widgets.enumerated() {
            if let widget = composer.widget(config, contents[index], hydration.items[index]) { widgets.append(widget) }
        }
        var home = Home(
            device: asked.request.device,
            words: asked.words,
            style: asked.config.page,
            header: composer.pageHeader(asked.config.title),
            segments: asked.config.segments.map {
                Segment(
                    id: $0.id,
                    title: $0.title,
                    href: $0.id == asked.segment.id ? nil : composer.link.href(segment: $0.id)
                )
            },
            experiments: admission.arms,
            widgets: widgets,
            shown: token(of: widgets, after: ShownToken())
        )
        if asked.request.explains {
            home.explanation = explanation(of: asked.segment.widgets, admission.widgets, contents, widgets, hydration)
        }
        return home
    }

    /// One of the widgets that were admitted, alone, with its content.
    /// - Parameter shown: what the client shows already.
    func alone(
        _ widget: WidgetConfig,
        _ content: SelectedContent,
        _ hydration: Hydration,
        after shown: ShownToken
    ) -> Widget {
        var made = composer.alone(widget, content, hydration.items[0])
        made.shown = token(of: [made], after: shown)
        if asked.request.explains {
            made.explanation = explanation(of: [widget], [widget], [content], [made], hydration)
        }
        return made
    }

    /// The token of a client that shows these widgets too.
    private func token(of widgets: [Widget], after shown: ShownToken) -> String {
        var shown = shown
        for widget in widgets {
            for item in widget.items { shown.append(item.card.id) }
        }
        return shown.signed(by: signer, user: context.user, segment: asked.segment.id)
    }

    private func explanation(
        of widgets: [WidgetConfig],
        _ admitted: [WidgetConfig],
        _ contents: [SelectedContent],
        _ made: [Widget],
        _ hydration: Hydration
    ) -> Explanation {
        let contents = zip(admitted, contents).map { widget, content in
            (widget: widget, content: content, made: made.first { $0.frame.id == widget.id })
        }
        return Explaining(widgets: widgets, gates: gates, contents: contents, hydration: hydration).explanation
    }
}
