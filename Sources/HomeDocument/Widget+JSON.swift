import HomeLayout
public import Revisions
import Words

extension Widget {
    /// Writes the widget alone, as a whole document: without its place on a page, and with the language that it is in.
    /// Returns the revision of all of it.
    public func write(into writer: inout JSONWriter) -> Revision {
        var hasher = RevisionHasher()
        hasher.combine(words.revision)
        write(into: &writer, at: nil, &hasher)
        return hasher.finish()
    }

    /// Writes the widget as an element, and mixes everything that was written into `hasher`.
    func write(into writer: inout JSONWriter, at placement: Placement?, _ hasher: inout RevisionHasher) {
        let revision = revision
        let token = tracking.text
        hasher.combine(id)
        hasher.combine(revision)
        hasher.combine(placement) { $0.combine($1) }
        hasher.combine(changingPartsOf: self, tracking: token)
        writer.object {
            $0.member("id", id)
            $0.member("title", header.content.title ?? "")
            $0.member("layout", layout.rawValue)
            if let downgradedFrom { $0.member("downgradedFrom", downgradedFrom.rawValue) }
            $0.member("state", state.word)
            $0.member("revision", revision)
            $0.member("tracking", token)
            if placement == nil { $0.members(of: words) }
            $0.member("header", header, y: placement?.headerY)
            if let badge {
                $0.object("badge") {
                    $0.member("count", badge.count)
                    $0.member("text", badge.text)
                }
            }
            $0.member(metrics: metrics.members, y: placement?.y)
            state.write(into: &$0)
            if let fallback { $0.member("fallback", fallback) }
            $0.array("items") {
                for index in items.indices {
                    let item = items[index]
                    hasher.combine(item.write(into: &$0, in: self, rank: firstRank + index))
                    hasher.combine(item.source) { $0.combine($1) }
                }
            }
            if let loadMore {
                $0.object("loadMore") { $0.member("href", loadMore) }
            }
            if let footer {
                $0.object("footer") {
                    $0.member("title", footer.title)
                    $0.member("href", footer.href)
                    $0.member(metrics: footer.metrics.members, y: placement?.footerY)
                }
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
                $0.member("code", error.code)
                $0.member("message", error.message)
                if let retryAfter = error.retryAfter { $0.member("retryAfter", retryAfter) }
            }
            writer.object("retry") { $0.member("href", error.retry) }
        }
    }
}

extension JSONWriter {
    /// Writes the language that a document is in, and which way its text runs.
    mutating func members(of words: Wording) {
        member("locale", words.language.description)
        member("direction", words.direction.rawValue)
    }

    /// Writes a header; `y` only where its place on a page is known.
    mutating func member(_ key: StaticString, _ header: Header, y: Points?) {
        let content = header.content
        object(key) {
            $0.member("kind", content.kind.rawValue)
            if let title = content.title { $0.member("title", title) }
            if let subtitle = content.subtitle { $0.member("subtitle", subtitle) }
            if let href = content.href { $0.member("href", href) }
            $0.member(metrics: header.metrics.members, y: y)
        }
    }
}
