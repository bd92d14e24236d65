import Bytes
import HomeLayout
import Localization

extension Home {
    /// The version of the document's schema, the member `schema`.
    static let schema = 1

    /// Writes the home in one pass and returns its revision, which covers everything but the explanation.
    /// - Parameter known: The widgets that the client has. Those of the same content are written as their position
    ///   alone, which changes no revision.
    public func write(into writer: inout JSONWriter, knowing known: KnownWidgets = .none) -> Revision {
        var hasher = RevisionHasher()
        combineAllButWidgets(into: &hasher)
        // The revision is known at the end; its digits are filled in then.
        var digits = 0
        writer.object {
            digits = $0.bytes.count
            $0.element(room: maximumLength) { output in
                output.append("\"schema\":")
                output.append(decimal: Self.schema)
                output.append(",\"revision\":\"")
                digits += output.count
                output.append("0000000000000000\"")
                output.appendMembers(of: localizer)
                output.append(",\"device\":{\"width\":")
                output.append(device.width)
                output.append(",\"scale\":")
                output.append(device.scale)
                output.append(",\"textScale\":")
                output.append(device.textScale)
                output.append("},")
                output.append(copying: frame.members)
                output.append(",\"segments\":[")
                output.append(segments)
                output.append("],\"experiments\":[")
                output.append(experiments)
                output.append("],\"shown\":\"")
                output.append(copying: shown)
                output.append("\",\"refreshAfter\":")
                output.append(decimal: freshness.refreshAfter)
                output.append(",\"staleWhileRevalidate\":")
                output.append(decimal: freshness.staleWhileRevalidate)
                output.append(",\"contentHeight\":")
                output.append(contentHeight)
            }
            $0.array("homeWidgets") {
                // Spans, which retain neither array.
                let (widgets, placements) = (widgets.span, placements.span)
                for index in widgets.indices {
                    hasher.combine(widgets[index].write(into: &$0, at: placements[index], isFirst: index == 0, known))
                    hasher.combine(placements[index])
                }
            }
            if let explanation { $0.member(explanation: explanation) }
        }
        let revision = hasher.finish()
        writer.overwrite(at: digits, withHexadecimal: revision.rawValue)
        return revision
    }

    /// The most bytes of the members before the widgets.
    private var maximumLength: Int {
        var texts = 0
        for segment in segments {
            texts += 8 + segment.id.utf8.count + segment.title.utf8.count + (segment.href?.utf8.count ?? 0)
        }
        for arm in experiments { texts += 4 + arm.experiment.utf8.count + arm.arm.utf8.count }
        return 640 + shown.count + frame.members.count + 6 * texts
    }

    private func combineAllButWidgets(into hasher: inout RevisionHasher) {
        hasher.combine(Self.schema)
        hasher.combine(localizer.revision)
        hasher.combine(device.width)
        hasher.combine(device.scale.hundredThousandths)
        hasher.combine(device.textScale)
        hasher.combine(frame.revision)
        hasher.combine(segments.count)
        for segment in segments {
            hasher.combine(segment.id)
            hasher.combine(segment.title)
            hasher.combine(segment.href) { $0.combine($1) }
        }
        hasher.combine(experiments.count)
        for arm in experiments {
            hasher.combine(arm.experiment)
            hasher.combine(arm.arm)
        }
        hasher.combine(bytes: shown.span)
        hasher.combine(freshness.refreshAfter)
        hasher.combine(freshness.staleWhileRevalidate)
        hasher.combine(contentHeight)
        hasher.combine(widgets.count)
    }
}

extension OutputSpan<UInt8> {
    /// Appends a document's language and text direction.
    mutating func appendMembers(of localizer: Localizer) {
        append(",\"locale\":\"")
        append(copying: localizer.language.description.utf8.span)
        append("\",\"direction\":\"")
        append(copying: localizer.direction.rawValue.utf8.span)
        append("\"")
    }

    /// Appends a string as a member, if there is one. Needs room for the key and six times the string's length.
    /// - Parameter key: The key with its comma and colon.
    mutating func append(member key: StaticString, _ text: String?) {
        guard let text else { return }
        append(key)
        append(jsonString: text.utf8.span)
    }

    fileprivate mutating func append(_ segments: [Segment]) {
        var separator: StaticString = "{\"id\":"
        for segment in segments {
            append(member: separator, segment.id)
            append(member: ",\"title\":", segment.title)
            append(segment.href == nil ? ",\"active\":true" : ",\"active\":false")
            append(member: ",\"href\":", segment.href)
            append(UInt8(ascii: "}"))
            separator = ",{\"id\":"
        }
    }

    fileprivate mutating func append(_ experiments: [ExperimentArm]) {
        var separator: StaticString = "{\"id\":"
        for arm in experiments {
            append(member: separator, arm.experiment)
            append(member: ",\"arm\":", arm.arm)
            append(UInt8(ascii: "}"))
            separator = ",{\"id\":"
        }
    }
}

extension RevisionHasher {
    fileprivate mutating func combine(_ placement: Placement) {
        combine(placement.header)
        combine(placement.items)
        combine(placement.footer) { $0.combine($1) }
    }

    mutating func combine(_ value: FixedPoint) {
        combine(value.thousandths)
    }
}
