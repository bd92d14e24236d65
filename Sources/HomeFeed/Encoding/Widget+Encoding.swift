import Bytes
import HomeLayout
import Localization

extension Widget {
    /// Writes the widget as a whole document, without a position on a page, and returns the revision of everything
    /// written.
    public func write(into writer: inout JSONWriter) -> Revision {
        let content = write(into: &writer, at: nil)
        return Revision {
            $0.combine(content)
            $0.combine(localizer.revision)
            $0.combine(shown) { $0.combine(bytes: $1.span) }
        }
    }

    /// Writes the widget as an element and returns its content revision: that of everything written but the position.
    func write(into writer: inout JSONWriter, at placement: Placement?) -> Revision {
        var hasher = RevisionHasher()
        let revision = revision
        combineAllButItems(revision, into: &hasher)
        // The revision is known at the end; its digits are filled in then.
        var digits = writer.bytes.count
        let (choices, rareMembers) = (self.choices, self.rareMembers)
        let items = ItemWriter(form: frame.content.metrics.itemForm, localizer: localizer)
        let room = maximumLength + choices.count + rareMembers.count + items.maximumLength(of: self.items, tracking)
        writer.element(room: room) { output in
            frame.write(.beforeTitle, to: &output)
            output.append(copying: header.members, 0..<header.titleEnd)
            frame.write(.beforeState, to: &output)
            output.append(state.literal)
            output.append("\",\"revision\":\"")
            output.append(hexadecimal: revision.rawValue)
            output.append("\",\"contentRevision\":\"")
            digits += output.count
            output.append("0000000000000000")
            output.append(copying: tracking.member)
            if placement == nil { output.appendMembers(of: localizer) }
            if let shown {
                output.append(",\"shown\":\"")
                output.append(copying: shown)
                output.append(UInt8(ascii: "\""))
            }
            if let placement { output.append(placement) }
            frame.write(.beforeHeaderTexts, to: &output)
            if header.kind != .empty { output.append(copying: header.members) }
            frame.write(.afterHeaderTexts, to: &output)
            if let badge {
                output.append(",\"badge\":{\"count\":")
                output.append(decimal: badge.count)
                output.append(member: ",\"text\":", badge.text)
                output.append(UInt8(ascii: "}"))
            }
            output.append(copying: choices)
            frame.write(.metrics, to: &output)
            if isDismissible { output.append(Self.dismissible) }
            output.append(copying: rareMembers)
            if let map { output.append(map) }
            output.append(",\"items\":[")
            items.write(self.items, tracking, firstRank: firstRank, to: &output, &hasher)
            output.append(UInt8(ascii: "]"))
            if let loadMore {
                output.append(",\"loadMore\":{\"href\":\"")
                output.append(copying: loadMore)
                output.append(UInt8(ascii: "\""))
                if let row = frame.content.loadMore {
                    output.append(",\"metrics\":{")
                    output.append(copying: row.members)
                    output.append(UInt8(ascii: "}"))
                }
                output.append(UInt8(ascii: "}"))
            }
            frame.write(.footer, to: &output)
            output.append(UInt8(ascii: "}"))
        }
        let content = hasher.finish()
        writer.overwrite(at: digits, withHexadecimal: content.rawValue)
        return content
    }

    /// Writes the widget as an element of a home, as its position alone if the client knows it, and returns its content
    /// revision.
    func write(
        into writer: inout JSONWriter,
        at placement: Placement,
        isFirst: Bool,
        _ known: KnownWidgets
    ) -> Revision {
        let start = writer.bytes.count
        let content = write(into: &writer, at: placement)
        if !known.isEmpty, known.contains(frame.content.id, content) {
            writer.removeElement(from: start, isFirst: isFirst)
            writeUnchanged(into: &writer, at: placement)
        }
        return content
    }

    private func writeUnchanged(into writer: inout JSONWriter, at placement: Placement) {
        writer.object {
            $0.member("id", frame.content.id)
            $0.member("state", "unchanged")
            $0.object("position") {
                $0.member("header", placement.header)
                $0.member("items", placement.items)
                if let footer = placement.footer { $0.member("footer", footer) }
            }
        }
    }

    private static let dismissible: StaticString = ",\"dismissible\":true"

    /// The most bytes of the widget without ``choices``, ``rareMembers`` and items.
    private var maximumLength: Int {
        frame.parts.maximumLength + 2 * header.members.count + Self.dismissible.utf8CodeUnitCount
            + tracking.member.count + (shown?.count ?? 0) + (loadMore?.count ?? 0)
            + (frame.content.loadMore?.members.count ?? 0) + 6 * (badge?.text.utf8.count ?? 0)
            + (map?.maximumLength ?? 0)
    }

    /// The members of the client's choices, each after a comma.
    private var choices: [UInt8] {
        if filters.isEmpty, sorts.isEmpty { return [] }
        return JSONWriter.members(afterComma: true) {
            $0.member("filters", filters)
            $0.member("sorts", sorts)
        }
    }

    /// Other members that few widgets have, each after a comma.
    private var rareMembers: [UInt8] {
        if case .loaded = state, fallback == nil, explanation == nil { return [] }
        return JSONWriter.members(afterComma: true) {
            $0.members(of: state)
            if let fallback { $0.member("fallback", fallback) }
            if let explanation { $0.member(explanation: explanation) }
        }
    }
}

extension OutputSpan<UInt8> {
    /// Appends a widget's position as a member after a comma. Needs room for 128 bytes.
    fileprivate mutating func append(_ placement: Placement) {
        append(",\"position\":{\"header\":")
        append(placement.header)
        append(",\"items\":")
        append(placement.items)
        if let footer = placement.footer {
            append(",\"footer\":")
            append(footer)
        }
        append(UInt8(ascii: "}"))
    }
}

extension JSONWriter {
    /// Writes the associated values of a state.
    fileprivate mutating func members(of state: WidgetState) {
        switch state {
        case .loaded, .empty: return
        case .stale(let age): member("age", age)
        case .deferred(let href, let mayShrink):
            member("href", href)
            if mayShrink { member("mayShrink", true) }
        case .error(let error): write(error)
        }
    }

    /// Writes the members `error` and `retry` of a widget or of a cell in place of items.
    mutating func write(_ error: WidgetError) {
        object("error") {
            $0.member("code", error.code.rawValue)
            $0.member("message", error.message)
            $0.member("retryAfter", error.retryAfter)
        }
        object("retry") { $0.member("href", error.retry) }
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

extension Widget {
    fileprivate func combineAllButItems(_ revision: Revision, into hasher: inout RevisionHasher) {
        hasher.combine(revision)
        hasher.combine(badge) {
            $0.combine($1.count)
            $0.combine($1.text)
        }
        if !filters.isEmpty || !sorts.isEmpty {
            hasher.combine(filters.count)
            hasher.combine(filters)
            hasher.combine(sorts)
        }
        hasher.combine(state)
        if let fallback { hasher.combine(fallback) }
        if isDismissible { hasher.combine(true) }
        if let map { hasher.combine(map) }
        hasher.combine(loadMore) { $0.combine(bytes: $1.span) }
        hasher.combine(tracking.revision)
        hasher.combine(items.count)
        hasher.combine(firstRank)
    }
}

extension RevisionHasher {
    fileprivate mutating func combine(_ chips: [Chip]) {
        for chip in chips {
            combine(chip.id)
            combine(chip.title)
            combine(chip.selected)
            combine(chip.href)
        }
    }

    fileprivate mutating func combine(_ map: MapRegion) {
        for number in [map.center.latitude, map.center.longitude, map.latitudeSpan, map.longitudeSpan] {
            combine(Int(rounding: number * 1e5))
        }
        // The clusters follow from the items.
        combine(map.clusters.count)
    }

    fileprivate mutating func combine(_ state: WidgetState) {
        combine(state.literal)
        switch state {
        case .loaded, .empty: return
        case .stale(let age): combine(age)
        case .deferred(let href, _): combine(href)
        case .error(let error):
            combine(error.code.rawValue)
            combine(error.message)
            combine(error.retryAfter)
            combine(error.retry)
        }
    }
}
