import Bytes
import Catalogue

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
                    $0.append(lowest: 8, of: place.latitude.roundedToAddress.bitPattern)
                    $0.append(lowest: 8, of: place.longitude.roundedToAddress.bitPattern)
                }
                $0.append(lowest: 4, of: UInt64(search.count))
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
