import Bytes
import HomeLayout
import Localization

extension Widget {
    /// Writes the widget as a whole document, without a position on a page, and returns the revision of everything
    /// written.
    public func write(into writer: inout JSONWriter) -> Revision {
        var hasher = RevisionHasher()
        hasher.combine(localizer.revision)
        hasher.combine(shown)
        write(into: &writer, at: nil, &hasher)
        return hasher.finish()
    }

    /// Writes the widget as an element and adds everything written to `hasher`.
    func write(into writer: inout JSONWriter, at placement: Placement?, _ hasher: inout RevisionHasher) {
        hasher.combine(frame.id)
        hasher.combine(frame.revision)
        hasher.combine(placement) {
            $0.combine($1.headerY)
            $0.combine($1.y)
            $0.combine($1.footerY)
        }
        hasher.combine(changingPartsOf: self)
        writer.object {
            $0.beginning(of: self)
            if placement == nil { $0.members(of: localizer) }
            if let shown { $0.member("shown", shown) }
            $0.member("header", frame.headerMembers, metrics: frame.header.metrics.members, y: placement?.headerY)
            if let badge {
                $0.object("badge") {
                    $0.member("count", badge.count)
                    $0.member("text", badge.text)
                }
            }
            $0.member("filters", filters)
            $0.member("sorts", sorts)
            $0.member(metrics: frame.metrics.members, y: placement?.y)
            $0.members(of: state)
            if let fallback { $0.member("fallback", fallback) }
            $0.array("items") {
                let (items, images, token, localizer) = (items.span, frame.metrics.image, tracking, localizer)
                for index in items.indices {
                    items[index].write(into: &$0, images, token, rank: firstRank + index, localizer, &hasher)
                }
            }
            if let loadMore {
                $0.object("loadMore") { $0.member("href", loadMore) }
            }
            if let footer = frame.footer {
                $0.member("footer", frame.footerMembers, metrics: footer.metrics.members, y: placement?.footerY)
            }
            if let explanation { $0.member(explanation: explanation) }
        }
    }
}

extension JSONWriter {
    /// Writes a widget's members up to its tracking token.
    fileprivate mutating func beginning(of widget: Widget) {
        let (frame, token) = (widget.frame, widget.tracking)
        let state = widget.state.name
        element(room: frame.membersBeforeState.count + 64 + token.member.count) {
            $0.append(copying: frame.membersBeforeState)
            $0.append(copying: state.utf8.span)
            $0.append("\",\"revision\":\"")
            $0.append(hexadecimal: frame.revision.rawValue)
            $0.append(copying: token.member)
        }
    }

    /// Writes a header or a footer.
    fileprivate mutating func member(_ key: StaticString, _ members: [UInt8], metrics: [UInt8], y: Points?) {
        object(key) {
            $0.splice(members)
            $0.member(metrics: metrics, y: y)
        }
    }

    /// Writes the associated values of a state.
    fileprivate mutating func members(of state: WidgetState) {
        switch state {
        case .loaded, .empty: return
        case .stale(let age): member("age", age)
        case .deferred(let href): member("href", href)
        case .error(let error):
            object("error") {
                $0.member("code", error.code.rawValue)
                $0.member("message", error.message)
                if let retryAfter = error.retryAfter { $0.member("retryAfter", retryAfter) }
            }
            object("retry") { $0.member("href", error.retry) }
        }
    }

    /// Writes chips, if there are any.
    fileprivate mutating func member(_ key: StaticString, _ chips: [Chip]) {
        if chips.isEmpty { return }
        array(key) {
            for chip in chips {
                $0.object {
                    $0.member("id", chip.id)
                    $0.member("title", chip.title)
                    $0.member("selected", chip.selected)
                    $0.member("href", chip.href)
                }
            }
        }
    }
}

extension RevisionHasher {
    /// Adds the parts of a widget that its frame's revision does not cover, except the items.
    fileprivate mutating func combine(changingPartsOf widget: Widget) {
        combine(widget.badge) {
            $0.combine($1.count)
            $0.combine($1.text)
        }
        if !widget.filters.isEmpty || !widget.sorts.isEmpty {
            combine(widget.filters.count)
            combine(widget.filters)
            combine(widget.sorts)
        }
        combine(widget.state)
        if let fallback = widget.fallback { combine(fallback) }
        combine(widget.loadMore) { $0.combine($1) }
        combine(widget.tracking.text)
        combine(widget.items.count)
        combine(widget.firstRank)
    }

    private mutating func combine(_ chips: [Chip]) {
        for chip in chips {
            combine(chip.id)
            combine(chip.title)
            combine(chip.selected)
            combine(chip.href)
        }
    }

    private mutating func combine(_ state: WidgetState) {
        combine(state.name)
        switch state {
        case .loaded, .empty: return
        case .stale(let age): combine(age)
        case .deferred(let href): combine(href)
        case .error(let error):
            combine(error.code.rawValue)
            combine(error.message)
            combine(error.retryAfter) { $0.combine($1) }
            combine(error.retry)
        }
    }
}
