import Bytes
import HomeLayout
import Localization

/// Writes the document of a pass into one growing buffer.
///
/// A revision covers the planned parts by their own revisions, and personal parts by their bytes.
struct PassWriter: ~Copyable {
    /// Its members follow others, so that a comma precedes each.
    var json: JSONWriter
    /// The scope of the last signed cursor, for other widgets with the same choice.
    var cursorScope: (choice: ClientChoice, scope: Cursor.Scope)?

    /// The size of most homes, in bytes.
    private static let usualLength = 64 * 1_024
    /// The most bytes of the keys and numbers of a widget beside its planned parts and the texts of its header.
    static let widgetRoom = 640

    /// - Parameter memory: Empty.
    init(_ memory: consuming [UInt8] = []) {
        json = JSONWriter(continuing: memory)
        json.bytes.reserveCapacity(Self.usualLength)
    }

    consuming func finish() -> [UInt8] { json.finish() }

    mutating func add(_ explanation: Explanation) {
        json.bytes.removeLast()
        json.member(explanation: explanation)
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
            if index > 0 { json.bytes += parameters }
            json.bytes += plan.head[index]
        }
        json.bytes += experiments
        append("],\"homeWidgets\":[")
        var isFirst = true
        for index in pass.widgets.indices {
            guard let placement = pass.widgets[index].placement else { continue }
            if !isFirst { json.bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            let (start, id) = (json.bytes.count, pass.widgets[index].plan.config.id)
            let content = write(pass, index, at: placement)
            if inputs.context.request.known.contains(id, content) {
                json.bytes.removeSubrange(start...)
                write(unchanged: id, at: placement)
            }
            hasher.combine(content)
            hasher.combine(placement)
        }
        append("]")
        let start = json.bytes.count
        write(shownOf: pass)
        let freshness = plan.config.freshness.freshness(at: pass.context.now, until: pass.nextChange)
        json.member("refreshAfter", freshness.refreshAfter)
        json.member("staleWhileRevalidate", freshness.staleWhileRevalidate)
        json.member("contentHeight", pass.contentHeight)
        hasher.combine(bytes: json.bytes.span.extracting(start...))
        let revision = hasher.finish()
        json.member("revision", revision)
        append("}")
        return revision
    }

    private mutating func write(unchanged id: String, at placement: Placement) {
        append("{\"id\":")
        json.bytes.append(addingCapacity: 6 * id.utf8.count + Self.widgetRoom) {
            $0.append(jsonString: id.utf8.span)
            $0.append(",\"state\":\"unchanged\"")
            $0.append(placement)
            $0.append("}")
        }
    }

    /// Writes the token of the items that the client then shows.
    mutating func write(shownOf pass: borrowing HomePass) {
        let (signer, segment) = (pass.inputs.caches.signer, pass.inputs.plan.segment.id)
        append(",\"shown\":\"")
        pass.shown.sign(by: signer, user: pass.context.user, segment: segment, to: &json.bytes)
        append("\"")
    }

    mutating func append(_ literal: StaticString) {
        json.bytes.append(addingCapacity: literal.utf8CodeUnitCount) { $0.append(literal) }
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
