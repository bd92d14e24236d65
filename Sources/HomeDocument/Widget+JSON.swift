import Bytes
import HomeLayout
import Localization

extension Widget {
    /// Writes the widget alone, as a whole document: without its place on a page, and with the language that it is in.
    /// Returns the revision of all of it.
    public func write(into writer: inout JSONWriter) -> Revision {
        var hasher = RevisionHasher()
        hasher.combine(localizer.revision)
        hasher.combine(shown)
        write(into: &writer, at: nil, &hasher)
        return hasher.finish()
    }

    /// Writes the widget as an element, and mixes everything that was written into `hasher`.
    func write(into writer: inout JSONWriter, at placement: Placement?, _ hasher: inout RevisionHasher) {
        hasher.combine(frame.id)
        hasher.combine(frame.revision)
        hasher.combine(placement) { $0.combine($1) }
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
            state.write(into: &$0)
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

extension WidgetState {
    /// Writes what the word alone does not say, as members of the widget.
    fileprivate func write(into writer: inout JSONWriter) {
        switch self {
        case .loaded, .empty: return
        case .stale(let age): writer.member("age", age)
        case .deferred(let href): writer.member("href", href)
        case .error(let error):
            writer.object("error") {
                $0.member("code", error.code.rawValue)
                $0.member("message", error.message)
                if let retryAfter = error.retryAfter { $0.member("retryAfter", retryAfter) }
            }
            writer.object("retry") { $0.member("href", error.retry) }
        }
    }
}

extension JSONWriter {
    /// Writes the language that a document is in, and which way its text runs.
    mutating func members(of localizer: Localizer) {
        member("locale", localizer.language.description)
        member("direction", localizer.direction.rawValue)
    }

    /// Writes what a header says.
    mutating func members(of header: Header.Content) {
        member("kind", header.kind.rawValue)
        if let title = header.title { member("title", title) }
        if let subtitle = header.subtitle { member("subtitle", subtitle) }
        if let href = header.href { member("href", href) }
    }

    /// Writes a widget's members up to its token.
    fileprivate mutating func beginning(of widget: Widget) {
        let (frame, token) = (widget.frame, widget.tracking)
        let word = widget.state.word
        element(room: frame.beforeState.count + 64 + token.member.count) {
            $0.append(copying: frame.beforeState)
            $0.append(copying: word.utf8.span)
            $0.append("\",\"revision\":\"")
            $0.append(hexadecimal: frame.revision.rawValue)
            $0.append(copying: token.member)
        }
    }

    /// Writes a header or a footer as the member `key`: what it says, and its metrics.
    fileprivate mutating func member(_ key: StaticString, _ members: [UInt8], metrics: [UInt8], y: Points?) {
        object(key) {
            $0.splice(members)
            $0.member(metrics: metrics, y: y)
        }
    }
}
