import Bytes
import HomeLayout
import Localization

extension PassWriter {
    /// A document of its own has no position on a page.
    /// - Returns: The revision of everything in the document.
    mutating func write(widgetOf pass: borrowing HomePass) -> Revision {
        let content = write(pass, 0, at: nil)
        let start = json.bytes.count - 1
        json.bytes.removeLast()
        json.members(of: pass.inputs.plan.localizer)
        write(shownOf: pass)
        append("}")
        return Revision {
            $0.combine(content)
            $0.combine(bytes: json.bytes.span.extracting(start...))
        }
    }

    /// - Returns: The revision of everything but the widget's position.
    mutating func write(_ pass: borrowing HomePass, _ index: Int, at placement: Placement?) -> Revision {
        guard let frame = pass.widgets[index].frame, let state = pass.widgets[index].state else {
            preconditionFailure("a widget that is left out is not written")
        }
        let (plan, header) = (pass.widgets[index].plan, pass.widgets[index].header)
        let token = pass.inputs.arms.tokens[plan.config.index]
        let revision = Revision {
            $0.combine(frame.revision)
            $0.combine(header.revision)
        }
        var hasher = RevisionHasher()
        hasher.combine(revision)
        hasher.combine(token.revision)
        hasher.combine(state.rawValue)
        let textLength = 2 * header.members.count + token.member.count
        json.bytes.append(addingCapacity: frame.length + textLength + Self.widgetRoom) {
            frame.write(.beforeTitle, to: &$0)
            $0.append(copying: header.members, 0..<header.titleEnd)
            frame.write(.beforeState, to: &$0)
            $0.append(state.literal)
            $0.append("\",\"revision\":\"")
            $0.append(hexadecimal: revision.rawValue)
            $0.append(copying: token.member)
            $0.append(UInt8(ascii: "\""))
            if let placement { $0.append(placement) }
            frame.write(.beforeHeaderTexts, to: &$0)
            if header.kind != .empty { $0.append(copying: header.members) }
            frame.write(.afterHeaderTexts, to: &$0)
            frame.write(.metrics, to: &$0)
        }
        let start = json.bytes.count
        writeMembers(of: pass, index)
        hasher.combine(bytes: json.bytes.span.extracting(start...))
        append(",\"items\":[")
        write(itemsOf: pass, index, frame.form, token, &hasher)
        append("]")
        let end = json.bytes.count
        if let cursor = pass.nextCursor(of: index) { write(loadMoreOf: pass, index, after: cursor, frame) }
        hasher.combine(bytes: json.bytes.span.extracting(end...))
        let content = hasher.finish()
        json.bytes.append(addingCapacity: frame.length + Self.widgetRoom) {
            frame.write(.footer, to: &$0)
            $0.append(",\"contentRevision\":\"")
            $0.append(hexadecimal: content.rawValue)
            $0.append("\"}")
        }
        return content
    }

    private mutating func write(
        loadMoreOf pass: borrowing HomePass,
        _ index: Int,
        after cursor: Cursor,
        _ frame: PlannedFrame
    ) {
        let (inputs, plan, choice) = (pass.inputs, pass.widgets[index].plan, pass.widgets[index].choice)
        let scope: Cursor.Scope
        if let last = cursorScope, last.choice === choice {
            scope = last.scope
        } else {
            scope = Cursor.Scope(inputs.caches.signer, inputs.context, segment: inputs.plan.segment.id, choice)
            cursorScope = (choice, scope)
        }
        append(",\"loadMore\":{\"href\":\"")
        inputs.links.write(plan.url, choice, to: &json.bytes) {
            scope.sign(cursor, of: plan.config.id, to: &$0)
        }
        json.bytes.append(addingCapacity: frame.length + 2) {
            $0.append("\"")
            frame.write(.loadMore, to: &$0)
            $0.append("}")
        }
    }

    /// Writes the members of a widget that are not planned, each after a comma.
    private mutating func writeMembers(of pass: borrowing HomePass, _ index: Int) {
        let (inputs, config) = (pass.inputs, pass.widgets[index].plan.config)
        guard let state = pass.widgets[index].state else { return }
        let localizer = inputs.plan.localizer
        if state.hasItems, let badge = pass.widgets[index].badge {
            json.bytes.append(addingCapacity: localizer.maximumLength + Self.widgetRoom) {
                $0.append(",\"badge\":{\"count\":")
                $0.append(decimal: badge.count)
                $0.append(",\"text\":\"")
                badge.write(to: &$0, localizer)
                $0.append("\"}")
            }
        }
        if !config.choices.isEmpty { writeChips(of: pass, index) }
        if config.dismissalTime != nil, pass.context.user != nil { json.member("dismissible", true) }
        switch state {
        case .stale: if let age = pass.widgets[index].age { json.member("age", age) }
        case .deferred:
            json.member("href", pass.url(of: index))
            if pass.widgets[index].plan.isList { json.member("mayShrink", true) }
        case .failed: json.write(pass.error(of: index))
        case .loaded, .empty: break
        }
        guard state.hasItems else { return }
        if let fallback = pass.widgets[index].fallback { json.member("fallback", SourceKind.names[fallback]) }
        if pass.widgets[index].frame?.layout == .map, let map = pass.map(of: index) {
            json.bytes.append(addingCapacity: map.maximumLength) { $0.append(map) }
        }
    }

    private mutating func writeChips(of pass: borrowing HomePass, _ index: Int) {
        let (plan, choice) = (pass.widgets[index].plan, pass.widgets[index].choice)
        let (links, choices) = (pass.inputs.links, plan.config.choices)
        json.chips("filters", choices.filters, choice.filters) {
            links.url(plan.url, choice.toggling($0, of: plan.config))
        }
        json.chips("sorts", choices.sorts, choice.sortID.map { [$0] } ?? []) {
            links.url(plan.url, choice.toggling($0, of: plan.config))
        }
    }

    /// Adds the revisions and the sources of the items to `hasher`.
    private mutating func write(
        itemsOf pass: borrowing HomePass,
        _ index: Int,
        _ form: ItemForm,
        _ token: TrackingToken,
        _ hasher: inout RevisionHasher
    ) {
        let range = pass.widgets[index].items
        let writer = ItemWriter(form, token, pass.markTable)
        let (items, sources, firstRank) = (pass.candidates.items.span, SourceKind.literals, pass.firstRank)
        hasher.combine(firstRank)
        hasher.combine(range.count)
        var length = range.count
        // Sound, here and below: the pass keeps the cards.
        for index in range {
            unsafe items[index].card?._withUnsafeGuaranteedRef { length += writer.length(of: $0, items[index].mark) }
        }
        json.bytes.append(addingCapacity: length) { bytes in
            for index in range {
                if index > range.lowerBound { bytes.append(UInt8(ascii: ",")) }
                let (kind, mark, rank) = (items[index].kind, items[index].mark, firstRank + index - range.lowerBound)
                let revision = unsafe items[index].card?._withUnsafeGuaranteedRef {
                    writer.write($0, mark, rank: rank, source: kind.map { sources[$0] }, to: &bytes)
                }
                hasher.combine((revision?.rawValue ?? 0) &+ UInt64(kind ?? sources.count))
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func chips<Value>(
        _ key: StaticString,
        _ chips: [ClientChoices.Choice<Value>],
        _ selected: [String],
        _ href: (ClientChoices.Choice<Value>) -> [UInt8]
    ) {
        if chips.isEmpty { return }
        objects(key, chips) {
            $0.member("id", $1.id)
            $0.member("title", $1.title)
            $0.member("selected", selected.contains($1.id))
            $0.member("href", href($1))
        }
    }
}
