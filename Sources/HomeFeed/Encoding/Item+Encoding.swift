import Bytes
import Catalogue
import HomeLayout
import Localization
import Recommendations

extension ItemList {
    /// The revision of each item in a layout without images.
    func revisionsWithoutImages(_ localizer: Localizer) -> [Revision] {
        let writer = ItemWriter(form: ItemForm(nil), localizer: localizer)
        return map { writer.revision($0.card.storage.parts, $0.marks, self) }
    }
}

/// Writes the items of a widget, each without allocating memory or counting references.
struct ItemWriter {
    let form: ItemForm
    let localizer: Localizer

    /// The most bytes that an item takes beside its card, its marks and its widget's tracking token: keys, a revision,
    /// a rank, the name of a source, whether it can be dismissed, and a placeholder.
    private static let maximumLength = 192

    /// The most bytes of the items.
    func maximumLength(of items: ItemList, _ token: TrackingToken) -> Int {
        let (entries, marksLength) = (items.entries.span, maximumMarksLength(of: items))
        var length = entries.count * (token.beforeRank.count + Self.maximumLength)
        for index in entries.indices {
            // Sound, here and below: an owner of the list keeps the card.
            length += unsafe entries[index].card._withUnsafeGuaranteedRef { $0.length(form.images) }
            if entries[index].marks.isNone { continue }
            length += marksLength
            // The four texts of the item's history and the user's.
            if entries[index].marks.hasHistory { length += 4 * localizer.maximumLength }
        }
        return length
    }

    /// The most bytes of an item's marks without those of its history and the user's: the keys, and the texts of being
    /// new, a distance, a match and a cause. The accessibility value has them after separators; a distance, a cause and a
    /// fall of the price are also in the note.
    private func maximumMarksLength(of items: ItemList) -> Int {
        432 + 2 * localizer.maximumDistanceLength + items.subjects.maximumLength + items.priceDrops.maximumLength
            + 7 * localizer.maximumLength + 7 * localizer.listSeparator.utf8.count
    }

    /// Appends the items as elements, and adds their revisions and sources to `hasher`.
    /// - Parameters:
    ///   - token: The widget's tracking token.
    ///   - firstRank: The number of items on earlier pages.
    func write(
        _ items: ItemList,
        _ token: TrackingToken,
        firstRank: Int,
        to output: inout OutputSpan<UInt8>,
        _ hasher: inout RevisionHasher
    ) {
        let (entries, beforeRank) = (items.entries.span, token.beforeRank)
        var last: (source: StaticString?, revision: Revision)?
        for index in entries.indices {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            let (marks, source) = (entries[index].marks, entries[index].source)
            unsafe entries[index].card._withUnsafeGuaranteedRef { card in
                let revision = revision(card.parts, marks, items)
                hasher.combine(revision)
                // Neighbours mostly come from the same source.
                if let last, Self.areSame(last.source, source) {
                    hasher.combine(last.revision)
                } else {
                    let revision = Revision { $0.combine(source) { $0.combine($1) } }
                    hasher.combine(revision)
                    last = (source, revision)
                }
                card.write(to: &output, captionLines: form.captionLines)
                output.append(hexadecimal: revision.rawValue)
                output.append(copying: beforeRank)
                output.append(decimal: firstRank + index)
                if let source {
                    output.append(UInt8(ascii: "."))
                    output.append(source)
                }
                output.append(UInt8(ascii: "\""))
                if marks.isDismissible { output.append(",\"dismissible\":true") }
                marks.write(to: &output, localizer, items)
                if let images = form.images { card.writeImages(images, to: &output) }
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    /// Whether both are the same literal, not only equal ones.
    private static func areSame(_ one: StaticString?, _ other: StaticString?) -> Bool {
        guard let one, let other else { return false }
        return unsafe one.utf8Start == other.utf8Start && one.utf8CodeUnitCount == other.utf8CodeUnitCount
    }

    @inline(__always)
    func revision(_ card: Card.Parts, _ marks: ItemMarks, _ items: ItemList) -> Revision {
        var hasher = RevisionHasher()
        hasher.combine(card.revision)
        hasher.combine(marks, items)
        if marks.isDismissible { hasher.combine(true) }
        hasher.combine(marks.isNone ? nil : localizer.revision) { $0.combine($1) }
        hasher.combine(form.revision)
        return hasher.finish()
    }
}

extension ItemMarks {
    fileprivate var isNone: Bool {
        isNew == nil && distance == nil && match == nil && cause == nil && !hasHistory
    }

    /// Whether there is a mark of the item's history or the user's.
    fileprivate var hasHistory: Bool { priceDrop != nil || isBackInStock || isNewSinceLastVisit || isSaved }

    /// The kind of the item's `reason` in documents; `nil` without one.
    var reasonKind: StaticString? {
        if case .similar(let reason) = match { reason.encoding.kind } else { cause?.encoding.kind }
    }

    /// ``cause``, unless the match has a reason.
    private var shownCause: Cause? {
        if case .similar = match { nil } else { cause }
    }

    /// Appends the marks as members of the item, each after a comma.
    fileprivate func write(to bytes: inout OutputSpan<UInt8>, _ localizer: Localizer, _ items: ItemList) {
        if isNone { return }
        if let isNew { bytes.append(isNew ? ",\"isNew\":true" : ",\"isNew\":false") }
        if let distance {
            bytes.append(",\"distance\":{\"meters\":")
            bytes.append(decimal: distance.meters)
            bytes.append(",\"text\":\"")
            localizer.write(distance: distance.meters, to: &bytes)
            bytes.append("\"}")
        }
        var reasonText = 0..<0
        switch match {
        case nil: break
        case .fits: bytes.append(",\"match\":\"fits\"")
        case .similar(let reason):
            bytes.append(",\"match\":\"similar\",\"reason\":{\"kind\":\"")
            bytes.append(reason.encoding.kind)
            bytes.append("\",\"text\":\"")
            reasonText = bytes.range { reason.write(to: &$0, localizer) }
            bytes.append("\"}")
        }
        if let cause = shownCause {
            bytes.append(",\"reason\":{\"kind\":\"")
            bytes.append(cause.encoding.kind)
            bytes.append("\",\"text\":\"")
            reasonText = bytes.range { cause.write(to: &$0, localizer, items.subjects) }
            if let subject = cause.subject, !items.subjects.entries[subject].id.isEmpty {
                bytes.append("\",\"item\":\"")
                bytes.append(copying: items.subjects.bytes.span.extracting(items.subjects.entries[subject].id))
            }
            bytes.append("\"}")
        }
        if hasHistory { writeHistory(to: &bytes, items.priceDrops) }
        if haveNote {
            bytes.append(",\"note\":\"")
            writeNote(to: &bytes, localizer, items)
            bytes.append(UInt8(ascii: "\""))
        }
        if isNew != true && distance == nil && match == nil && cause == nil && !hasHistory { return }
        bytes.append(",\"accessibilityValue\":\"")
        writeAccessibilityValue(to: &bytes, localizer, reasonText: reasonText, items.priceDrops)
        bytes.append(UInt8(ascii: "\""))
    }

    /// The note as JSON text, for its extent.
    func note(_ localizer: Localizer, _ items: ItemList) -> [UInt8] {
        let most =
            localizer.maximumDistanceLength + 2 * localizer.maximumLength + items.subjects.maximumLength
            + items.priceDrops.maximumLength + 64
        return [UInt8](capacity: most) { writeNote(to: &$0, localizer, items) }
    }

    /// Appends what of the item concerns the user: `360 m · 4% over your budget · 5% less than when you saw it`.
    private func writeNote(to bytes: inout OutputSpan<UInt8>, _ localizer: Localizer, _ items: ItemList) {
        let start = bytes.count
        if let distance { localizer.write(distance: distance.meters, to: &bytes) }
        func separate(_ bytes: inout OutputSpan<UInt8>) {
            if bytes.count > start { bytes.append(CaptionLine.separator) }
        }
        if case .similar(let reason) = match {
            separate(&bytes)
            reason.write(to: &bytes, localizer)
        } else if let cause {
            separate(&bytes)
            cause.write(to: &bytes, localizer, items.subjects)
        }
        if let priceDrop {
            separate(&bytes)
            bytes.append(copying: items.priceDrops.bytes.span.extracting(items.priceDrops.entries[priceDrop].text))
        }
    }

    private func writeHistory(to bytes: inout OutputSpan<UInt8>, _ drops: PriceDropTable) {
        if let priceDrop {
            bytes.append(",\"priceDrop\":")
            bytes.append(copying: drops.bytes.span.extracting(drops.entries[priceDrop].json))
        }
        if isBackInStock { bytes.append(",\"backInStock\":true") }
        if isNewSinceLastVisit { bytes.append(",\"newSinceLastVisit\":true") }
        if isSaved { bytes.append(",\"saved\":true") }
    }

    /// Appends the accessibility value: `New, 1.2 km away, 4% over your budget, Saved`.
    /// - Parameter reasonText: Where the text of the reason is in `bytes`.
    private func writeAccessibilityValue(
        to bytes: inout OutputSpan<UInt8>,
        _ localizer: Localizer,
        reasonText: Range<Int>,
        _ drops: PriceDropTable
    ) {
        var isFirst = true
        func separate(_ bytes: inout OutputSpan<UInt8>) {
            if !isFirst { localizer.write(.listSeparator, to: &bytes) }
            isFirst = false
        }
        func append(_ key: StringKey, if condition: Bool, _ bytes: inout OutputSpan<UInt8>) {
            guard condition else { return }
            separate(&bytes)
            localizer.write(key, to: &bytes)
        }
        append(.isNew, if: isNew == true, &bytes)
        if let distance {
            separate(&bytes)
            localizer.write(distanceAway: distance.meters, to: &bytes)
        }
        append(.fitsSearch, if: match == .fits, &bytes)
        if !reasonText.isEmpty {
            separate(&bytes)
            bytes.append(repeating: reasonText)
        }
        if let priceDrop {
            separate(&bytes)
            bytes.append(copying: drops.bytes.span.extracting(drops.entries[priceDrop].text))
        }
        append(.backInStock, if: isBackInStock, &bytes)
        append(.newSinceLastVisit, if: isNewSinceLastVisit && isNew != true, &bytes)
        append(.saved, if: isSaved, &bytes)
    }
}

extension OutputSpan<UInt8> {
    /// The range of the bytes that `write` appends.
    @inline(__always)
    fileprivate mutating func range(of write: (inout OutputSpan<UInt8>) -> Void) -> Range<Int> {
        let start = count
        write(&self)
        return start..<count
    }
}

extension Mismatch {
    /// Appends the reason as text: `4% over your budget`, `1 bedroom fewer`.
    fileprivate func write(to bytes: inout OutputSpan<UInt8>, _ localizer: Localizer) {
        let (key, argument) = string
        localizer.write(key, argument, to: &bytes)
    }

    private var string: (StringKey, Localizer.Argument) {
        switch self {
        case .overBudget(let percent): (.overBudget, .percent(percent))
        case .underBudget(let percent): (.underBudget, .percent(percent))
        case .outsideArea(let meters): (.outsideArea, .distance(meters: meters))
        case .fewerBedrooms(let count): (.fewerBedrooms, .number(thousandths: count * 1_000))
        case .moreBedrooms(let count): (.moreBedrooms, .number(thousandths: count * 1_000))
        case .fewerBathrooms(let count): (.fewerBathrooms, .number(thousandths: Self.thousandths(count)))
        case .moreBathrooms(let count): (.moreBathrooms, .number(thousandths: Self.thousandths(count)))
        case .smaller(let percent): (.smaller, .percent(percent))
        case .larger(let percent): (.larger, .percent(percent))
        case .other: (.otherType, .none)
        case .notStated(.place): (.placeNotStated, .none)
        case .notStated(.bedrooms): (.bedroomsNotStated, .none)
        case .notStated(.bathrooms): (.bathroomsNotStated, .none)
        case .notStated(.area): (.areaNotStated, .none)
        }
    }

    private static func thousandths(_ count: Double) -> Int { Int((min(count, 1_000_000) * 1_000).rounded()) }

    /// The kind in documents; the ordinal and the value in revisions.
    fileprivate var encoding: (kind: StaticString, ordinal: Int, value: Int) {
        switch self {
        case .overBudget(let percent): ("over_budget", 1, percent)
        case .underBudget(let percent): ("under_budget", 2, percent)
        case .outsideArea(let meters): ("outside_area", 3, meters)
        case .fewerBedrooms(let count): ("fewer_bedrooms", 4, count)
        case .moreBedrooms(let count): ("more_bedrooms", 5, count)
        case .fewerBathrooms(let count): ("fewer_bathrooms", 6, Self.thousandths(count))
        case .moreBathrooms(let count): ("more_bathrooms", 7, Self.thousandths(count))
        case .smaller(let percent): ("smaller", 8, percent)
        case .larger(let percent): ("larger", 9, percent)
        case .other: ("other_type", 10, 0)
        case .notStated(let detail): ("not_stated", 12, detail.rawValue)
        }
    }
}

extension Cause {
    /// The index of the opened item or brand that it names.
    fileprivate var subject: Int? {
        switch self {
        case .openedTogether(let subject), .likeOpened(let subject), .newInBrand(let subject): subject
        case .popular, .popularNearby, .nearby, .new: nil
        }
    }

    /// Appends the cause as text: `Because you opened Oxford shirt`, `Popular near you`.
    fileprivate func write(to bytes: inout OutputSpan<UInt8>, _ localizer: Localizer, _ subjects: SubjectTable) {
        guard let subject else { return localizer.write(encoding.key, to: &bytes) }
        localizer.write(encoding.key, subjects.bytes.span.extracting(subjects.entries[subject].name), to: &bytes)
    }

    /// The kind in documents; the ordinal in revisions; the key of the text.
    fileprivate var encoding: (kind: StaticString, ordinal: Int, key: StringKey) {
        switch self {
        case .openedTogether: ("opened_together", 1, .becauseOpened)
        case .likeOpened: ("like_opened", 2, .becauseOpened)
        case .popular: ("popular", 3, .popular)
        case .popularNearby: ("popular_nearby", 4, .popularNearby)
        case .nearby: ("nearby", 5, .nearby)
        case .newInBrand: ("new_in_brand", 6, .newInBrand)
        case .new: ("new", 7, .newlyAdded)
        }
    }
}

extension RevisionHasher {
    fileprivate mutating func combine(_ marks: ItemMarks, _ items: ItemList) {
        if marks.hasHistory {
            combine(marks.priceDrop.map { items.priceDrops.entries[$0].revision }) { $0.combine($1) }
            combine(marks.isBackInStock)
            combine(marks.isNewSinceLastVisit)
            combine(marks.isSaved)
        }
        combine(marks.isNew) { $0.combine($1) }
        combine(marks.distance) { $0.combine($1.meters) }
        switch marks.match {
        case nil: combine(0)
        case .fits: combine(-1)
        case .similar(let reason):
            combine(reason.encoding.ordinal)
            combine(reason.encoding.value)
        }
        guard let cause = marks.cause else { return combine(0) }
        combine(cause.encoding.ordinal)
        combine(cause.subject.map { items.subjects.entries[$0].revision }) { $0.combine($1) }
    }
}
