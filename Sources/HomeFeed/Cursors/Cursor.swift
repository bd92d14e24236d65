import Bytes
import Catalogue

/// The beginning of the next page of a widget: the value of `cursor=` in an address.
struct Cursor: Hashable, Sendable {
    /// The config under which the pages before it were made.
    let config: Revision
    /// The index of the source that goes on.
    let source: Int
    /// The position behind which it goes on.
    let position: SortPosition
    /// How many items the pages before it have shown, up to 2³² − 1: the rank of its first one.
    let shown: Int
}

/// Why a cursor cannot be used.
public enum CursorError: Error, Hashable, Sendable {
    /// It was made with another key, was altered, or belongs to another user or another request.
    case invalid
    /// It was made under another config.
    case outdated
}

extension Cursor {
    /// The first byte: the format of the others.
    private static let version: UInt8 = 3

    /// The cursor in bytes: version, config, source, how many were shown, the position's sort key and listing time, and the item's
    /// id. No other bytes are read as the same cursor.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: maximumCount) { write(to: &$0) }
        return bytes
    }

    /// The most ``bytes``.
    var maximumCount: Int { Self.fixedCount + position.id.kind.utf8.count + 1 + position.id.id.utf8.count }

    /// How many bytes come before the id.
    private static let fixedCount = 30

    /// Appends ``bytes``.
    func write(to output: inout OutputSpan<UInt8>) {
        output.append(Self.version)
        output.append(bigEndian: config.rawValue)
        output.append(UInt8(source))
        output.append(bigEndian: UInt32(clamping: shown))
        output.append(bigEndian: UInt64(bitPattern: position.primary))
        output.append(bigEndian: UInt64(bitPattern: position.listedAt))
        output.append(copying: position.id.kind.utf8.span)
        output.append(UInt8(ascii: ":"))
        output.append(copying: position.id.id.utf8.span)
    }

    /// Reads ``bytes``; `nil` where they are none of a cursor.
    init?(bytes: ArraySlice<UInt8>) {
        var rest = bytes
        guard rest.popFirst() == Self.version, let config = rest.pop(UInt64.self), let source = rest.popFirst(),
            let shown = rest.pop(UInt32.self), let primary = rest.pop(UInt64.self),
            let listedAt = rest.pop(UInt64.self),
            let id = String(validating: rest, as: UTF8.self).flatMap({ CatalogueItem.ID($0) })
        else { return nil }
        self.config = Revision(rawValue: config)
        self.source = Int(source)
        self.shown = Int(shown)
        position = SortPosition(
            primary: Int64(bitPattern: primary),
            listedAt: Int64(bitPattern: listedAt),
            id: id
        )
    }
}

extension OutputSpan<UInt8> {
    fileprivate mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
        append(lowBytes: Number.bitWidth / 8, of: UInt64(truncatingIfNeeded: number.byteSwapped))
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

/// Signs cursors: each is valid for the widget and the request that it was issued for.
struct CursorSigner: Sendable {
    /// The part of a request that a cursor depends on: user, search, place, segment and the client's choice. It is not stored in
    /// the cursor, because the request that brings the cursor repeats it.
    struct Scope: Sendable {
        /// The values, separated by a byte that none of them holds.
        fileprivate let bytes: [UInt8]

        init(_ context: FeedContext, segment: String, _ choice: ClientChoice) {
            self.init(
                user: context.user,
                search: context.record.lastSearch,
                place: context.place,
                segment: segment,
                choice: choice.query
            )
        }

        init(user: UserID?, search: UserSearch?, place: Coordinate?, segment: String, choice: [UInt8] = []) {
            let user = user?.rawValue ?? ""
            let search = search?.packed ?? []
            bytes = [UInt8](capacity: 64 + segment.utf8.count + user.utf8.count + choice.count + search.count) {
                $0.append("cursor\u{0}")
                $0.append(copying: segment.utf8.span)
                $0.append(0)
                $0.append(copying: user.utf8.span)
                $0.append(0)
                $0.append(copying: choice.span)
                $0.append(0)
                // The following values may hold any byte, so their presence and length come first.
                $0.append(place == nil ? 0 : 1)
                if let place {
                    // Rounded as in the cursor's URL.
                    $0.append(lowBytes: 8, of: place.latitude.roundedToAddress.bitPattern)
                    $0.append(lowBytes: 8, of: place.longitude.roundedToAddress.bitPattern)
                }
                $0.append(lowBytes: 4, of: UInt64(search.count))
                $0.append(copying: search.span)
            }
        }

        /// The context that a cursor of the widget is signed for.
        fileprivate func context(of widget: String) -> [UInt8] {
            [UInt8](capacity: bytes.count + widget.utf8.count + 1) {
                $0.append(copying: bytes)
                $0.append(copying: widget.utf8.span)
                $0.append(0)
            }
        }
    }

    private let signer: TokenSigner

    /// The most bytes of a cursor's text.
    static let maximumLength = 512

    /// Issues and accepts cursors that `signer` signs.
    init(_ signer: TokenSigner) {
        self.signer = signer
    }

    /// The cursor of a widget as text that can stand in a URL.
    func sign(_ cursor: Cursor, of widget: String, for scope: Scope) -> String {
        signer.sign(for: scope.context(of: widget), capacity: cursor.maximumCount) { cursor.write(to: &$0) }
    }

    /// The cursor that was signed for a widget and `scope`.
    func verify(_ text: String, of widget: String, for scope: Scope) throws(CursorError) -> Cursor {
        let context = scope.context(of: widget)
        guard let payload = signer.verify(text, for: context, maximumLength: Self.maximumLength),
            let cursor = Cursor(bytes: payload)
        else { throw .invalid }
        return cursor
    }
}
