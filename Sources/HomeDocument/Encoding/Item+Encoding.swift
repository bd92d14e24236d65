import Bytes
import HomeLayout
import Localization

extension Item {
    /// The revision of the item in a widget with images of `imageSize`; it covers the localizer if the item has marks.
    public func revision(imageSize: PixelSize?, localizer: Localizer) -> Revision {
        ItemWriter(imageSize.map { ImageSize($0) }, localizer).revision(card.storage.parts, marks)
    }
}

/// Writes the items of a widget, each without allocating memory or counting references.
struct ItemWriter {
    /// The size of the widget's images; `nil` if it shows none.
    private let images: ImageSize?
    private let localizer: Localizer

    init(_ images: ImageSize?, _ localizer: Localizer) {
        self.images = images
        self.localizer = localizer
    }

    /// The most bytes that an item takes beside its card, its marks and its widget's tracking token: keys, a revision,
    /// a rank and the name of a source.
    private static let maximumLength = 128

    /// The most bytes of the items.
    func maximumLength(of items: ItemList, _ token: TrackingToken) -> Int {
        let entries = items.entries.span
        var length = entries.count * (token.beforeRank.count + Self.maximumLength)
        for index in entries.indices {
            // Sound, here and below: an owner of the list keeps the card.
            length += unsafe entries[index].card._withUnsafeGuaranteedRef { $0.length(images) }
            length += entries[index].marks.maximumLength(localizer)
        }
        return length
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
                let revision = revision(card.parts, marks)
                hasher.combine(revision)
                // Neighbours mostly come from the same source.
                if let last, Self.areSame(last.source, source) {
                    hasher.combine(last.revision)
                } else {
                    let revision = Revision { $0.combine(source) { $0.combine($1) } }
                    hasher.combine(revision)
                    last = (source, revision)
                }
                card.write(to: &output)
                output.append(hexadecimal: revision.rawValue)
                output.append(copying: beforeRank)
                output.append(decimal: firstRank + index)
                if let source {
                    output.append(UInt8(ascii: "."))
                    output.append(source)
                }
                output.append(UInt8(ascii: "\""))
                marks.write(to: &output, localizer)
                if let images { card.writeImage(images, to: &output) }
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    /// Whether both are the same literal, not only equal ones.
    private static func areSame(_ one: StaticString?, _ other: StaticString?) -> Bool {
        guard let one, let other else { return false }
        return unsafe one.utf8Start == other.utf8Start && one.utf8CodeUnitCount == other.utf8CodeUnitCount
    }

    /// The revision of an item.
    @inline(__always)
    fileprivate func revision(_ card: Card.Parts, _ marks: ItemMarks) -> Revision {
        var hasher = RevisionHasher()
        hasher.combine(card.revision)
        hasher.combine(marks)
        hasher.combine(marks.isNone ? nil : localizer.revision) { $0.combine($1) }
        hasher.combine(card.hasImage ? images?.pixels : nil) { $0.combine($1) }
        return hasher.finish()
    }
}

extension ItemMarks {
    fileprivate var isNone: Bool { isNew == nil && distance == nil && match == nil }

    /// The most bytes that `write` appends: the keys, the visible texts, and those of the accessibility value with two
    /// separators.
    fileprivate func maximumLength(_ localizer: Localizer) -> Int {
        if isNone { return 0 }
        let texts = (isNew == nil ? 0 : 1) + (distance == nil ? 0 : 1) + (match == nil ? 0 : 2)
        let distanceLength = distance == nil ? 0 : localizer.maximumDistanceLength
        return 192 + distanceLength + texts * localizer.maximumLength + 2 * localizer.listSeparator.utf8.count
    }

    /// Appends the marks as members of the item, each after a comma.
    fileprivate func write(to bytes: inout OutputSpan<UInt8>, _ localizer: Localizer) {
        if isNone { return }
        if let isNew { bytes.append(isNew ? ",\"isNew\":true" : ",\"isNew\":false") }
        let writtenDistance = distance.map { localizer.distance(meters: $0.meters) }
        if let distance, let writtenDistance {
            bytes.append(",\"distance\":{\"meters\":")
            bytes.append(decimal: distance.meters)
            bytes.append(",\"text\":\"")
            localizer.write(writtenDistance, to: &bytes)
            bytes.append("\"}")
        }
        var reasonText = 0..<0
        switch match {
        case nil: break
        case .fits: bytes.append(",\"match\":\"fits\"")
        case .similar(let reason):
            bytes.append(",\"match\":\"similar\",\"reason\":{\"code\":\"")
            bytes.append(reason.encoding.code)
            bytes.append("\",\"text\":\"")
            reasonText = bytes.range { reason.write(to: &$0, localizer) }
            bytes.append("\"}")
        }
        if isNew != true && distance == nil && match == nil { return }
        bytes.append(",\"accessibilityValue\":\"")
        writeAccessibilityValue(to: &bytes, localizer, writtenDistance, reasonText: reasonText)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends the accessibility value: `New, 1.2 km away, 4% over your budget`.
    /// - Parameter reasonText: Where the text of the reason is in `bytes`.
    private func writeAccessibilityValue(
        to bytes: inout OutputSpan<UInt8>,
        _ localizer: Localizer,
        _ distance: Localizer.WrittenDistance?,
        reasonText: Range<Int>
    ) {
        if isNew == true { localizer.write(.isNew, to: &bytes) }
        if let distance {
            if isNew == true { localizer.write(.listSeparator, to: &bytes) }
            localizer.writeAway(distance, to: &bytes)
        }
        guard let match else { return }
        if isNew == true || distance != nil { localizer.write(.listSeparator, to: &bytes) }
        switch match {
        case .fits: localizer.write(.fitsSearch, to: &bytes)
        case .similar: bytes.append(repeating: reasonText)
        }
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

extension MatchReason {
    /// Appends the reason as text: `4% over your budget`, `1 bedroom fewer`.
    fileprivate func write(to bytes: inout OutputSpan<UInt8>, _ localizer: Localizer) {
        let (key, argument) = string
        localizer.write(key, argument, to: &bytes)
    }

    private var string: (StringKey, Localizer.Argument) {
        switch self {
        case .overBudget(let percent): (.overBudget, .percent(percent))
        case .underBudget(let percent): (.underBudget, .percent(percent))
        case .outsideArea(let distance): (.outsideArea, .distance(meters: distance.meters))
        case .fewerBedrooms(let count): (.fewerBedrooms, .count(thousandths: count * 1_000))
        case .moreBedrooms(let count): (.moreBedrooms, .count(thousandths: count * 1_000))
        case .fewerBathrooms(let count): (.fewerBathrooms, .count(thousandths: count.thousandths))
        case .moreBathrooms(let count): (.moreBathrooms, .count(thousandths: count.thousandths))
        case .smaller(let percent): (.smaller, .percent(percent))
        case .larger(let percent): (.larger, .percent(percent))
        case .otherType: (.otherType, .none)
        case .otherMarket: (.otherMarket, .none)
        case .notStated(.place): (.placeNotStated, .none)
        case .notStated(.bedrooms): (.bedroomsNotStated, .none)
        case .notStated(.bathrooms): (.bathroomsNotStated, .none)
        case .notStated(.area): (.areaNotStated, .none)
        }
    }

    /// The code in documents; the ordinal and the value in revisions.
    fileprivate var encoding: (code: StaticString, ordinal: Int, value: Int) {
        switch self {
        case .overBudget(let percent): ("over_budget", 1, percent)
        case .underBudget(let percent): ("under_budget", 2, percent)
        case .outsideArea(let distance): ("outside_area", 3, distance.meters)
        case .fewerBedrooms(let count): ("fewer_bedrooms", 4, count)
        case .moreBedrooms(let count): ("more_bedrooms", 5, count)
        case .fewerBathrooms(let count): ("fewer_bathrooms", 6, count.thousandths)
        case .moreBathrooms(let count): ("more_bathrooms", 7, count.thousandths)
        case .smaller(let percent): ("smaller", 8, percent)
        case .larger(let percent): ("larger", 9, percent)
        case .otherType: ("other_type", 10, 0)
        case .otherMarket: ("other_market", 11, 0)
        case .notStated(let detail): ("not_stated", 12, detail.rawValue)
        }
    }
}

extension RevisionHasher {
    fileprivate mutating func combine(_ marks: ItemMarks) {
        combine(marks.isNew) { $0.combine($1) }
        combine(marks.distance) { $0.combine($1.meters) }
        switch marks.match {
        case nil: combine(0)
        case .fits: combine(-1)
        case .similar(let reason):
            combine(reason.encoding.ordinal)
            combine(reason.encoding.value)
        }
    }
}
