import Bytes
import HomeLayout
import Localization

extension Home {
    /// The version of the document's schema, the member `schema`.
    public static let schema = 1

    /// Writes the home in one pass and returns its revision, which covers everything but the explanation.
    public func write(into writer: inout JSONWriter) -> Revision {
        var hasher = RevisionHasher()
        combineAllButWidgets(into: &hasher)
        // The revision is known at the end; its digits are filled in then.
        var digits = 0
        writer.object {
            $0.member("schema", Self.schema)
            $0.member("revision", Revision(rawValue: 0))
            digits = $0.bytes.count - 17
            $0.members(of: localizer)
            $0.object("device") {
                $0.member("width", device.width)
                $0.member("scale", device.scale)
                $0.member("textScale", device.textScale)
            }
            $0.object("header") {
                $0.members(of: header.content)
                $0.member(metrics: header.metrics.members, y: 0)
            }
            $0.array("segments") {
                for segment in segments {
                    $0.object {
                        $0.member("id", segment.id)
                        $0.member("title", segment.title)
                        $0.member("active", segment.href == nil)
                        if let href = segment.href { $0.member("href", href) }
                    }
                }
            }
            $0.array("experiments") {
                for arm in experiments {
                    $0.object {
                        $0.member("id", arm.experiment)
                        $0.member("arm", arm.arm)
                    }
                }
            }
            $0.member("shown", shown)
            $0.member("contentHeight", contentHeight)
            $0.array("homeWidgets") {
                // Spans, which copy no widget.
                let (widgets, placements) = (widgets.span, placements.span)
                for index in widgets.indices {
                    widgets[index].write(into: &$0, at: placements[index], &hasher)
                }
            }
            if let explanation { $0.member(explanation: explanation) }
        }
        let revision = hasher.finish()
        writer.overwrite(at: digits, withHexadecimal: revision.rawValue)
        return revision
    }

    private func combineAllButWidgets(into hasher: inout RevisionHasher) {
        hasher.combine(Self.schema)
        hasher.combine(localizer.revision)
        hasher.combine(device.width)
        hasher.combine(device.scale)
        hasher.combine(device.textScale)
        hasher.combine(header)
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
        hasher.combine(shown)
        hasher.combine(contentHeight)
        hasher.combine(widgets.count)
    }
}

extension JSONWriter {
    /// Writes a document's language and text direction.
    mutating func members(of localizer: Localizer) {
        member("locale", localizer.language.description)
        member("direction", localizer.direction.rawValue)
    }

    /// Writes the members of a header before its metrics.
    mutating func members(of header: Header.Content) {
        member("kind", header.kind.rawValue)
        if let title = header.title { member("title", title) }
        if let subtitle = header.subtitle { member("subtitle", subtitle) }
        if let href = header.href { member("href", href) }
    }
}

extension RevisionHasher {
    mutating func combine(_ header: Header) {
        combine(header.content.kind.rawValue)
        combine(header.content.title) { $0.combine($1) }
        combine(header.content.subtitle) { $0.combine($1) }
        combine(header.content.href) { $0.combine($1) }
        combine(header.metrics.metrics)
    }
}
