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

    /// The cursor in bytes: version, source, number of shown items, the position's sort key and listing time,
    /// and the item's id. Each cursor has exactly one encoding.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: maximumCount) { write(to: &$0) }
        return bytes
    }

    var maximumCount: Int { Self.fixedCount + position.id.kind.utf8.count + 1 + position.id.id.utf8.count }

    /// Without the id.
    private static let fixedCount = 29

    func write(to output: inout OutputSpan<UInt8>) {
        output.append(Self.version)
        output.append(bigEndian: source.rawValue)
        output.append(bigEndian: UInt32(clamping: shown))
        output.append(bigEndian: UInt64(bitPattern: position.primary))
        output.append(bigEndian: UInt64(bitPattern: position.listedAt))
        output.append(copying: position.id.kind.utf8.span)
        output.append(UInt8(ascii: ":"))
        output.append(copying: position.id.id.utf8.span)
    }

    init?(bytes: ArraySlice<UInt8>) {
        var rest = bytes
        guard rest.popFirst() == Self.version, let source = rest.pop(UInt64.self),
            let shown = rest.pop(UInt32.self), let primary = rest.pop(UInt64.self),
            let listedAt = rest.pop(UInt64.self),
            let id = String(validating: rest, as: UTF8.self).flatMap({ CatalogueItem.ID($0) })
        else { return nil }
        self.source = Revision(rawValue: source)
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
    /// The inverse of ``append(bigEndian:)``.
    fileprivate mutating func pop<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        let width = Number.bitWidth / 8
        guard count >= width else { return nil }
        defer { removeFirst(width) }
        return prefix(width).reduce(0) { $0 << 8 | Number($1) }
    }
}

/// Signs cursors: each is valid for the widget and the request that it was issued for.
struct CursorSigner: Sendable {
    /// The part of a request that a cursor depends on: user, search, place, segment and the client's choice. It is not
    /// part of the cursor, because the request with the cursor repeats it.
    struct Scope: Sendable {
        /// The values, separated by a byte that they do not contain.
        fileprivate let bytes: [UInt8]

        init(_ context: FeedContext, segment: String, _ choice: borrowing ClientChoice) {
            self.init(
                user: context.user,
                search: context.cached.searchRevision,
                place: context.place,
                segment: segment,
                choice: choice.query
            )
        }

        init(user: UserID?, search: Revision?, place: Coordinate?, segment: String, choice: [UInt8] = []) {
            let user = user?.rawValue ?? ""
            bytes = [UInt8](capacity: 64 + segment.utf8.count + user.utf8.count + choice.count) {
                $0.append("cursor\u{0}")
                $0.append(copying: segment.utf8.span)
                $0.append(UInt8(0))
                $0.append(copying: user.utf8.span)
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
        }
    }

    private let signer: TokenSigner

    /// In bytes.
    static let maximumLength = 512

    init(_ signer: TokenSigner) {
        self.signer = signer
    }

    /// Hashed once for the messages of several cursors.
    struct SignedScope {
        fileprivate let message: HMACKey.Message
    }

    func scope(_ scope: Scope) -> SignedScope { SignedScope(message: signer.context(scope.bytes)) }

    func sign(_ cursor: Cursor, of widget: String, for scope: SignedScope, to url: inout [UInt8]) {
        signer.sign(for: context(of: widget, scope), to: &url, capacity: cursor.maximumCount) { cursor.write(to: &$0) }
    }

    private func context(of widget: String, _ scope: SignedScope) -> HMACKey.Message {
        var context = scope.message
        context.add(widget.utf8.span)
        context.add(([0] as [1 of UInt8]).span)
        return context
    }

    /// - Throws: ``CursorError/invalid`` unless the cursor was signed for the widget and `scope`.
    func verify(_ text: String, of widget: String, for scope: Scope) throws(CursorError) -> Cursor {
        guard
            let payload = signer.verify(
                text,
                for: context(of: widget, self.scope(scope)),
                maximumLength: Self.maximumLength
            ),
            let cursor = Cursor(bytes: payload)
        else { throw .invalid }
        return cursor
    }
}
