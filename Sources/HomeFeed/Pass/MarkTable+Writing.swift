import Bytes
import Catalogue
import Localization
import Recommendations

/// Writes the marks of items, with their texts.
extension MarkTable {
    /// The most bytes of an item's marks: the keys, each text with a separator, and the names and amounts in the texts.
    var maximumLength: Int {
        let longest = entries.reduce(0) { max($0, $1.json.count + 3 * $1.text.count) }
        return 512 + 4 * localizer.maximumDistanceLength + 2 * longest
            + 11 * (localizer.maximumLength + localizer.listSeparator.utf8.count)
    }

    @inline(__always)
    func combine(_ mark: Mark, into hasher: inout RevisionHasher) {
        let (first, second) = mark.words
        hasher.combine(first)
        hasher.combine(second)
        if mark.isEmpty { return }
        hasher.combine(localizer.revision)
        if let subject = mark.subject { hasher.combine(entries[subject].revision) }
        if let drop = mark.priceDrop { hasher.combine(entries[drop].revision) }
    }

    /// Appends a mark as members of the item, each after a comma.
    func write(_ mark: Mark, to bytes: inout OutputSpan<UInt8>) {
        let flags = mark.flags
        if flags.contains(.isDismissible) { bytes.append(",\"dismissible\":true") }
        if mark.isEmpty { return }
        if flags.contains(.isNew) { bytes.append(",\"isNew\":true") }
        var distanceText = 0..<0
        if let meters = mark.distance {
            bytes.append(",\"distance\":{\"meters\":")
            bytes.append(decimal: meters)
            bytes.append(",\"text\":\"")
            let start = bytes.count
            localizer.write(distance: meters, to: &bytes)
            distanceText = start..<bytes.count
            bytes.append("\"}")
        }
        if flags.contains(.fits) { bytes.append(",\"match\":\"fits\"") }
        var reasonText = 0..<0
        if let reason = mark.reason { reasonText = write(reason, of: mark, to: &bytes) }
        if let drop = mark.priceDrop {
            bytes.append(",\"priceDrop\":")
            bytes.append(copying: self.bytes, entries[drop].json)
        }
        if flags.contains(.isBackInStock) { bytes.append(",\"backInStock\":true") }
        if flags.contains(.isNewSinceLastVisit) { bytes.append(",\"newSinceLastVisit\":true") }
        if flags.contains(.isSaved) { bytes.append(",\"saved\":true") }
        if mark.hasNote {
            bytes.append(",\"note\":\"")
            writeNote(of: mark, (distanceText, reasonText), to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(",\"accessibilityValue\":\"")
        writeAccessibilityValue(of: mark, reasonText, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// - Returns: The range of the reason's text in `bytes`.
    private func write(_ reason: Reason, of mark: Mark, to bytes: inout OutputSpan<UInt8>) -> Range<Int> {
        if reason.kind.isMismatch { bytes.append(",\"match\":\"similar\"") }
        bytes.append(",\"reason\":{\"kind\":\"")
        bytes.append(reason.definition.name)
        bytes.append("\",\"text\":\"")
        let start = bytes.count
        write(textOf: reason, of: mark, to: &bytes)
        let text = start..<bytes.count
        if let subject = mark.subject, !entries[subject].json.isEmpty {
            bytes.append("\",\"item\":\"")
            bytes.append(copying: self.bytes, entries[subject].json)
        }
        bytes.append("\"}")
        return text
    }

    /// Appends `4% over your budget` or `Because you opened Oxford shirt`.
    private func write(textOf reason: Reason, of mark: Mark, to bytes: inout OutputSpan<UInt8>) {
        let (_, key, argument) = reason.definition
        if let argument {
            localizer.write(key, argument, to: &bytes)
        } else if let subject = mark.subject {
            localizer.write(key, self.bytes.span.extracting(entries[subject].text), to: &bytes)
        }
    }

    /// Appends `360 m · 4% over your budget · 5% less than when you saw it`.
    /// - Parameter texts: Where the texts of the distance and the reason are in `bytes`, if they were written before.
    @inline(__always)
    func writeNote(
        of mark: Mark,
        _ texts: (distance: Range<Int>, reason: Range<Int>)? = nil,
        to bytes: inout OutputSpan<UInt8>
    ) {
        let start = bytes.count
        if let texts {
            bytes.append(repeating: texts.distance)
        } else if let meters = mark.distance {
            localizer.write(distance: meters, to: &bytes)
        }
        if let reason = mark.reason {
            if bytes.count > start { bytes.append(CaptionLine.separator) }
            if let texts {
                bytes.append(repeating: texts.reason)
            } else {
                write(textOf: reason, of: mark, to: &bytes)
            }
        }
        if let drop = mark.priceDrop {
            if bytes.count > start { bytes.append(CaptionLine.separator) }
            bytes.append(copying: self.bytes, entries[drop].text)
        }
    }

    /// Appends `New, 1.2 km away, 4% over your budget, Saved`.
    private func writeAccessibilityValue(
        of mark: Mark,
        _ reasonText: Range<Int>,
        to bytes: inout OutputSpan<UInt8>
    ) {
        let (start, flags) = (bytes.count, mark.flags)
        func separate(_ bytes: inout OutputSpan<UInt8>) {
            if bytes.count > start { localizer.write(.listSeparator, to: &bytes) }
        }
        func append(_ key: StringKey, if condition: Bool, _ bytes: inout OutputSpan<UInt8>) {
            guard condition else { return }
            separate(&bytes)
            localizer.write(key, to: &bytes)
        }
        append(.isNew, if: flags.contains(.isNew), &bytes)
        if let meters = mark.distance {
            separate(&bytes)
            localizer.write(distanceAway: meters, to: &bytes)
        }
        append(.fitsSearch, if: flags.contains(.fits), &bytes)
        if !reasonText.isEmpty {
            separate(&bytes)
            bytes.append(repeating: reasonText)
        }
        if let drop = mark.priceDrop {
            separate(&bytes)
            bytes.append(copying: self.bytes, entries[drop].text)
        }
        append(.backInStock, if: flags.contains(.isBackInStock), &bytes)
        append(.newSinceLastVisit, if: flags.contains(.isNewSinceLastVisit) && !flags.contains(.isNew), &bytes)
        append(.saved, if: flags.contains(.isSaved), &bytes)
    }
}
