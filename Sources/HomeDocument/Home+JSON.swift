import Bytes
import HomeLayout
import Localization

extension Home {
    /// The version of the document's shape, `schema`.
    public static let schema = 1

    /// Writes the home, in one pass, and returns its revision: that of all that was written.
    ///
    /// The revision stands at the document's beginning and is known at its end; its digits are filled in then.
    public func write(into writer: inout JSONWriter) -> Revision {
        var hasher = RevisionHasher()
        combineFrame(into: &hasher)
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
                for segment in segments { segment.write(into: &$0) }
            }
            $0.array("experiments") {
                for arm in experiments { arm.write(into: &$0) }
            }
            $0.member("shown", shown)
            $0.member("contentHeight", contentHeight)
            $0.array("homeWidgets") {
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

    /// Mixes in everything but the widgets.
    private func combineFrame(into hasher: inout RevisionHasher) {
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

extension Segment {
    fileprivate func write(into writer: inout JSONWriter) {
        writer.object {
            $0.member("id", id)
            $0.member("title", title)
            $0.member("active", href == nil)
            if let href { $0.member("href", href) }
        }
    }
}

extension ExperimentArm {
    fileprivate func write(into writer: inout JSONWriter) {
        writer.object {
            $0.member("id", experiment)
            $0.member("arm", arm)
        }
    }
}
