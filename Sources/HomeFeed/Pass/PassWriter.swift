import Bytes
import HomeLayout
import Localization

/// Writes the document of a pass into one growing buffer.
///
/// A revision covers the planned parts by their own revisions, and personal parts by their bytes.
struct PassWriter: ~Copyable {
    var bytes: [UInt8]
    /// The scope of the last signed cursor, for other widgets with the same choice.
    var cursorScope: (choice: ClientChoice, scope: Cursor.Scope)?

    /// The size of most homes, in bytes.
    private static let usualLength = 64 * 1_024
    /// The most bytes of the keys and numbers of a widget beside its planned parts and the texts of its header.
    static let widgetRoom = 640

    /// - Parameter memory: Empty.
    init(_ memory: consuming [UInt8] = []) {
        bytes = memory
        bytes.reserveCapacity(Self.usualLength)
    }

    consuming func finish() -> [UInt8] { bytes }

    mutating func add(_ explanation: Explanation) {
        bytes.removeLast()
        bytes += JSONWriter.members(afterComma: true) { $0.member(explanation: explanation) }
        append("}")
    }

    /// Writes widgets that the client knows with the same content as their position alone, which changes no revision.
    /// - Returns: The revision of everything in the home.
    mutating func write(homeOf pass: borrowing HomePass) -> Revision {
        let (inputs, plan) = (pass.inputs, pass.inputs.plan)
        let (parameters, experiments) = (inputs.links.parameters + inputs.links.choices, inputs.arms.experiments)
        var hasher = RevisionHasher()
        hasher.combine(plan.headRevision)
        hasher.combine(bytes: parameters.span)
        hasher.combine(bytes: experiments.span)
        for index in plan.head.indices {
            if index > 0 { bytes += parameters }
            bytes += plan.head[index]
        }
        bytes += experiments
        append("],\"homeWidgets\":[")
        var isFirst = true
        for index in pass.widgets.indices {
            guard let placement = pass.widgets[index].placement else { continue }
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            hasher.combine(write(pass, index, at: placement, inputs.context.request.known))
            hasher.combine(placement)
        }
        append("]")
        let start = bytes.count
        append(",\"shown\":\"")
        pass.shown.sign(by: inputs.caches.signer, user: pass.context.user, segment: plan.segment.id, to: &bytes)
        let freshness = plan.config.freshness.freshness(at: pass.context.now, until: pass.nextChange)
        bytes.append(addingCapacity: Self.widgetRoom) {
            $0.append("\",\"refreshAfter\":")
            $0.append(decimal: freshness.refreshAfter)
            $0.append(",\"staleWhileRevalidate\":")
            $0.append(decimal: freshness.staleWhileRevalidate)
            $0.append(",\"contentHeight\":")
            $0.append(pass.contentHeight)
        }
        hasher.combine(bytes: bytes.span.extracting(start...))
        let revision = hasher.finish()
        bytes.append(addingCapacity: 64) {
            $0.append(",\"revision\":\"")
            $0.append(hexadecimal: revision.rawValue)
            $0.append("\"}")
        }
        return revision
    }

    /// - Returns: The revision of the widget's content.
    private mutating func write(
        _ pass: borrowing HomePass,
        _ index: Int,
        at placement: Placement,
        _ known: KnownWidgets
    ) -> Revision {
        let start = bytes.count
        let content = write(pass, index, at: placement)
        let id = pass.widgets[index].plan.config.id
        guard known.contains(id, content) else { return content }
        bytes.removeSubrange(start...)
        append("{\"id\":")
        bytes.append(addingCapacity: 6 * id.utf8.count + Self.widgetRoom) {
            $0.append(jsonString: id.utf8.span)
            $0.append(",\"state\":\"unchanged\"")
            $0.append(placement)
            $0.append("}")
        }
        return content
    }

    mutating func append(_ literal: StaticString) {
        bytes.append(addingCapacity: literal.utf8CodeUnitCount) { $0.append(literal) }
    }
}

extension OutputSpan<UInt8> {
    /// Appends a widget's position as a member after a comma. Needs room for 128 bytes.
    mutating func append(_ placement: Placement) {
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

extension RevisionHasher {
    fileprivate mutating func combine(_ placement: Placement) {
        combine(placement.header.thousandths)
        combine(placement.items.thousandths)
        combine(placement.footer) { $0.combine($1.thousandths) }
    }
}
