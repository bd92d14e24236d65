import Bytes
import HomeLayout
import Localization

extension Item {
    /// The revision of the item in a widget with images of `imageSize`; it covers the localizer if the item has marks.
    public func revision(imageSize: PixelSize?, localizer: Localizer) -> Revision {
        Revision {
            $0.combine(card.revision)
            $0.combine(marks)
            $0.combine(marks.isNone ? nil : localizer.revision) { $0.combine($1) }
            $0.combine(card.hasImage ? imageSize : nil) { $0.combine($1) }
        }
    }

    /// Writes the item as an element, and adds its revision and source to `hasher`.
    ///
    /// - Parameters:
    ///   - images: the size of the widget's images; `nil` if it shows none.
    ///   - token: the widget's tracking token.
    ///   - rank: the number of items before this one, on all pages.
    func write(
        into writer: inout JSONWriter,
        _ images: ImageSize?,
        _ token: TrackingToken,
        rank: Int,
        _ localizer: Localizer,
        _ hasher: inout RevisionHasher
    ) {
        let card = card
        let revision = revision(imageSize: images?.pixels, localizer: localizer)
        hasher.combine(revision)
        hasher.combine(source) { $0.combine($1) }
        var room = card.length(images) + token.beforeRank.count + 64 + marks.maximumLength(localizer)
        if let source { room += source.utf8CodeUnitCount }
        writer.element(room: room) {
            card.write(to: &$0)
            $0.append(hexadecimal: revision.rawValue)
            $0.append(copying: token.beforeRank)
            $0.append(decimal: rank)
            if let source {
                $0.append(UInt8(ascii: "."))
                $0.append(source)
            }
            $0.append(UInt8(ascii: "\""))
            marks.write(to: &$0, localizer)
            if let images { card.writeImage(images, to: &$0) }
            $0.append(UInt8(ascii: "}"))
        }
    }
}

extension ItemMarks {
    fileprivate var isNone: Bool { isNew == nil && distance == nil && match == nil }

    /// The most bytes that `write` appends.
    fileprivate func maximumLength(_ localizer: Localizer) -> Int {
        // Two visible texts and up to five in the accessibility value; the rest is keys.
        isNone ? 0 : 7 * localizer.maximumLength + 192
    }

    /// Appends the marks as members of the item, each after a comma.
    fileprivate func write(to bytes: inout OutputSpan<UInt8>, _ localizer: Localizer) {
        if isNone { return }
        if let isNew { bytes.append(isNew ? ",\"isNew\":true" : ",\"isNew\":false") }
        var distanceText = 0..<0
        if let distance {
            bytes.append(",\"distance\":{\"meters\":")
            bytes.append(decimal: distance.meters)
            bytes.append(",\"text\":\"")
            distanceText = bytes.range { localizer.write(distance: distance.meters, to: &$0) }
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
        writeAccessibilityValue(to: &bytes, localizer, distanceText: distanceText, reasonText: reasonText)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends the accessibility value: `New, 1.2 km away, 4% over your budget`.
    /// - Parameters:
    ///   - distanceText: Where the text of the distance is in `bytes`.
    ///   - reasonText: Where the text of the reason is.
    private func writeAccessibilityValue(
        to bytes: inout OutputSpan<UInt8>,
        _ localizer: Localizer,
        distanceText: Range<Int>,
        reasonText: Range<Int>
    ) {
        if isNew == true { localizer.write(.isNew, to: &bytes) }
        if distance != nil {
            if isNew == true { localizer.write(.listSeparator, to: &bytes) }
            localizer.write(.distanceAway, to: &bytes) { $0.append(repeating: distanceText) }
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
