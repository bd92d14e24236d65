import Bytes
import Catalogue

/// The position of the next page of a widget: the value of `cursor` in a URL.
struct Cursor: Hashable, Sendable {
    /// The revision of the source, the filters and the order of the earlier pages, as the config declares them.
    let source: Revision
    /// Of the last item.
    let position: SortPosition
    /// The number of items on the earlier pages, up to 2³² − 1: the rank of the next item.
    let shown: Int
}

public enum CursorError: Error, Hashable, Sendable {
    /// The cursor was signed with another key, altered, or belongs to another user or request.
    case invalid
    /// The cursor was issued under a config with another source, filter or order of the widget.
    case outdated
}

extension Cursor {
    private static let version: UInt8 = 4

    var byteCount: Int { 29 + position.id.kind.utf8.count + 1 + position.id.id.utf8.count }

    /// Appends version, source, number of shown items, the position's sort key and listing time, and the item's id.
    /// Each cursor has exactly one encoding.
    func write(to output: inout OutputSpan<UInt8>) {
        output.append(Self.version)
        output.append(bigEndian: source.rawValue)
        output.append(bigEndian: UInt32(clamping: shown))
        output.append(bigEndian: UInt64(bitPattern: position.primary))
        output.append(bigEndian: UInt64(bitPattern: position.listedAt.seconds))
        output.append(copying: position.id.kind.utf8.span)
        output.append(UInt8(ascii: ":"))
        output.append(copying: position.id.id.utf8.span)
    }

    init?(bytes: ArraySlice<UInt8>) {
        var reader = PackedReader(bytes.span)
        let version: UInt8 = reader.integer()
        source = Revision(rawValue: reader.integer(UInt64.self).byteSwapped)
        shown = Int(reader.integer(UInt32.self).byteSwapped)
        let (primary, listedAt) = (reader.integer(Int64.self).byteSwapped, reader.integer(Int64.self).byteSwapped)
        let id = CatalogueItem.ID(String(decoding: bytes.dropFirst(reader.offset), as: UTF8.self))
        guard version == Self.version, let id else { return nil }
        position = SortPosition(primary: primary, listedAt: Instant(seconds: listedAt), id: id)
    }
}

extension OutputSpan<UInt8> {
    mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
        append(lowBytes: Number.bitWidth / 8, of: UInt64(truncatingIfNeeded: number.byteSwapped))
    }
}

extension Cursor {
    /// The widget's request that a cursor is signed for: user, search, place, segment and the client's choice. It is not
    /// part of the cursor, because the request with the cursor repeats it. Hashed once for several cursors.
    struct Scope: Sendable {
        private let signer: TokenSigner
        private let message: HMACKey.Message

        init(_ signer: TokenSigner, _ context: FeedContext, segment: String, _ choice: borrowing ClientChoice) {
            self.init(
                signer,
                user: context.user,
                search: context.cached.searchRevision,
                place: context.place,
                segment: segment,
                choice: choice.query
            )
        }

        init(
            _ signer: TokenSigner,
            user: UserID?,
            search: Revision?,
            place: Coordinate?,
            segment: String,
            choice: [UInt8] = []
        ) {
            self.signer = signer
            var message = signer.message(of: "cursor", segment: segment, user: user)
            let values = [UInt8](capacity: 32 + choice.count) {
                $0.append(UInt8(0))
                $0.append(copying: choice.span)
                $0.append(UInt8(0))
                // The following values may contain any byte, so their presence comes first.
                $0.append(place == nil ? 0 : 1 as UInt8)
                if let place {
                    // Rounded as in the cursor's URL.
                    $0.append(lowBytes: 8, of: place.latitude.roundedToAddress.bitPattern)
                    $0.append(lowBytes: 8, of: place.longitude.roundedToAddress.bitPattern)
                }
                $0.append(search == nil ? 0 : 1 as UInt8)
                if let search { $0.append(lowBytes: 8, of: search.rawValue) }
            }
            message.add(values.span)
            self.message = message
        }

        func sign(_ cursor: Cursor, of widget: String, to url: inout [UInt8]) {
            signer.sign(for: message(of: widget), to: &url, capacity: cursor.byteCount) { cursor.write(to: &$0) }
        }

        /// `nil` unless the cursor was signed for the widget and this scope.
        func cursor(_ text: String, of widget: String) -> Cursor? {
            signer.verify(text, for: message(of: widget), maximumLength: Cursor.maximumLength).flatMap(Cursor.init)
        }

        private func message(of widget: String) -> HMACKey.Message {
            var message = message
            message.add(widget.utf8.span)
            message.add(([0] as [1 of UInt8]).span)
            return message
        }
    }

    /// Of a signed cursor, in bytes.
    static let maximumLength = 512
}
