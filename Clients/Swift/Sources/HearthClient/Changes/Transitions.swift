/// The initial and the final attributes of an element's animation.
public struct ElementTransition: Hashable, Sendable {
    public let initial, final: Attributes

    public struct Attributes: Hashable, Sendable { public let rect: Rect, alpha: Double }
}

/// A kept element moves. An inserted one fades in and a removed one fades out, while it moves as far as its nearest kept
/// neighbour. That is the item before it in its widget, else the one after it, else its widget, else the widget above,
/// else the one below.
struct Transitions {
    private typealias Shift = (x: Double, y: Double)

    private let old, new: Page
    private let before, after: [PageElement: Rect]

    init(from old: Page, to new: Page, at offset: ScrollOffset) {
        (self.old, self.new) = (old, new)
        before = Dictionary(old.frames(at: offset).map { ($0.element, $0.rect) }) { first, _ in first }
        after = Dictionary(new.frames(at: offset).map { ($0.element, $0.rect) }) { first, _ in first }
    }

    var all: [PageElement: ElementTransition] {
        before.merging(after) { _, new in new }.reduce(into: [:]) { all, each in
            let (element, isOld, isNew) = (each.key, before[each.key] != nil, after[each.key] != nil)
            let shift: Shift = isOld && isNew ? (0, 0) : self.shift(of: element, on: isNew ? new : old)
            let initial = before[element] ?? each.value.offset(by: (-shift.x, -shift.y))
            let final = after[element] ?? each.value.offset(by: shift)
            all[element] = ElementTransition(
                initial: .init(rect: initial, alpha: isOld ? 1 : 0),
                final: .init(rect: final, alpha: isNew ? 1 : 0)
            )
        }
    }

    /// How far the nearest kept neighbour of an element of `page` moves.
    private func shift(of element: PageElement, on page: Page) -> Shift {
        guard let id = element.widget else { return (0, 0) }
        let cells = page[id]?.items.map { PageElement(.item, widget: id, item: $0.id) } ?? []
        return nearest(to: element, in: cells, shift(ofCell:))
            ?? nearest(to: id, in: page.widgets.map(\.id), shift(ofWidget:)) ?? (0, 0)
    }

    private func shift(ofCell cell: PageElement) -> Shift? {
        guard let from = before[cell], let to = after[cell] else { return nil }
        return (to.x - from.x, to.y - from.y)
    }

    private func shift(ofWidget id: String) -> Shift? {
        guard let from = old[id]?.position, let to = new[id]?.position else { return nil }
        return (0, to.header - from.header)
    }

    private func nearest<ID: Equatable>(to id: ID, in ids: [ID], _ shift: (ID) -> Shift?) -> Shift? {
        guard let index = ids.firstIndex(of: id) else { return nil }
        return (ids[...index].reversed() + ids[index...]).compactMap(shift).first
    }
}
