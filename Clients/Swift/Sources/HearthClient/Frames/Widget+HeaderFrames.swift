extension Widget {
    /// The frames of the header, the badge and the chips, with `x` from the page's leading edge.
    ///
    /// Texts are in the middle between the paddings. The frame of a badge is the space that is there for it: only the app
    /// can measure its text, and that of the title that it is beside.
    func headerFrames(at top: Double, width: Double, isPinned: Bool) -> [Frame] {
        let bar = header.metrics
        guard bar.height > 0 else { return [] }
        let badge = self.badge == nil ? nil : bar.badge
        let chips = self.chips.isEmpty ? nil : bar.chips
        let title = bar.lines.first?.height ?? 0
        let subtitle = bar.lines.dropFirst().reduce(0) { $0 + $1.height }
        let badgeBelow = badge.map { $0.position == .below ? $0.spacing + $0.height : 0 } ?? 0
        let texts = title + badgeBelow + subtitle
        let content = texts + (chips.map { $0.spacing + $0.height } ?? 0)
        let start = top + bar.padding.top + (bar.height - bar.padding.top - bar.padding.bottom - content) / 2
        let leading = bar.padding.leading
        let room = width - leading - bar.padding.trailing

        var frames = [frame(.header, Rect(x: 0, y: top, width: width, height: bar.height))]
        if let badge {
            let y = start + (badgeBelow > 0 ? title + badge.spacing : (title - badge.height) / 2)
            let rect = Rect(x: leading, y: y, width: room - (bar.accessoryWidth ?? 0), height: badge.height)
            frames.append(frame(.badge, rect))
        }
        if let chips {
            let rect = Rect(x: leading, y: start + texts + chips.spacing, width: room, height: chips.height)
            frames.append(frame(.chips, rect))
        }
        return frames

        func frame(_ kind: PageElement.Kind, _ rect: Rect) -> Frame {
            Frame(element: PageElement(kind, widget: id), rect: rect, isPinned: isPinned)
        }
    }
}
