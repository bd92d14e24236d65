import ByteOutput
import Catalogue
import Revisions

/// Where the next page of a widget begins: what stands behind `cursor=` in the address of the rest of a widget.
struct Cursor: Hashable, Sendable {
    /// The config under which the pages before it were made.
    let config: Revision
    /// Which part of the widget goes on.
    let part: Int
    /// Behind what it goes on.
    let position: Position
    /// How many items the pages before it have shown, up to 2³² − 1: the rank of its first one.
    let shown: Int
}

/// Why a cursor is of no use.
public enum CursorError: Error, Hashable, Sendable {
    /// It was not made by this store's Hearth, was altered, or belongs to another user or another question.
    case invalid
    /// It was made under another config.
    case outdated
}

extension Cursor {
    /// The first byte: how the others are to be read.
    private static let version: UInt8 = 2

    private enum Kind: UInt8 {
        case newest = 1
        case nearby
        case product
    }

    /// The cursor in bytes: version, config, part, how many were shown, kind of position, the position's number, and the
    /// id where it has one. No other bytes are read as the same cursor.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: maximumCount) { write(to: &$0) }
        return bytes
    }

    /// How many ``bytes`` there are at most.
    var maximumCount: Int {
        switch position {
        case .newest(let position): Self.fixedCount + position.id.utf8.count
        case .nearby(let position): Self.fixedCount + position.id.utf8.count
        case .product: Self.fixedCount
        }
    }

    /// How many bytes come before the id.
    private static let fixedCount = 23

    /// Appends ``bytes``.
    func write(to output: inout OutputSpan<UInt8>) {
        output.append(Self.version)
        output.append(bigEndian: config.rawValue)
        output.append(UInt8(part))
        output.append(bigEndian: UInt32(clamping: shown))
        switch position {
        case .newest(let position):
            output.append(Kind.newest.rawValue)
            output.append(bigEndian: UInt64(bitPattern: position.listedAt))
            output.append(copying: position.id.utf8.span)
        case .nearby(let position):
            output.append(Kind.nearby.rawValue)
            output.append(bigEndian: position.distance.bitPattern)
            output.append(copying: position.id.utf8.span)
        case .product(let position):
            output.append(Kind.product.rawValue)
            output.append(bigEndian: UInt64(bitPattern: position.rawValue))
        }
    }

    /// Reads ``bytes``; `nil` where they are none of a cursor.
    init?(bytes: ArraySlice<UInt8>) {
        var rest = bytes
        guard rest.popFirst() == Self.version, let config = rest.pop(UInt64.self), let part = rest.popFirst(),
            let shown = rest.pop(UInt32.self), let kind = rest.popFirst().flatMap(Kind.init),
            let number = rest.pop(UInt64.self),
            let id = String(validating: rest, as: UTF8.self)
        else { return nil }
        self.config = Revision(rawValue: config)
        self.part = Int(part)
        self.shown = Int(shown)
        switch kind {
        case .newest: position = .newest(NewestPosition(listedAt: Int64(bitPattern: number), id: id))
        case .nearby: position = .nearby(NearbyPosition(distance: Double(bitPattern: number), id: id))
        case .product:
            guard id.isEmpty else { return nil }
            position = .product(ProductPosition(rawValue: Int64(bitPattern: number)))
        }
    }
}

extension OutputSpan<UInt8> {
    fileprivate mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
        append(lowest: Number.bitWidth / 8, of: UInt64(truncatingIfNeeded: number.byteSwapped))
    }
}

extension ArraySlice<UInt8> {
    /// Takes out what ``append(bigEndian:)`` has put in.
    fileprivate mutating func pop<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        let width = Number.bitWidth / 8
        guard count >= width else { return nil }
        defer { removeFirst(width) }
        return prefix(width).reduce(0) { $0 << 8 | Number($1) }
    }
}
