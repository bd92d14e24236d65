/// An object of libcrypto that is released with its owner.
@safe struct OpenSSLObject: ~Copyable {
    /// Valid as long as its owner lives; whoever uses it keeps the owner alive for that long.
    @unsafe let pointer: OpaquePointer
    @unsafe private let release: @convention(c) (OpaquePointer?) -> Void

    /// Takes the ownership of `pointer`, which `release` frees and which nobody else frees; `nil` where there is none.
    @unsafe init?(_ pointer: OpaquePointer?, releasedBy release: @escaping @convention(c) (OpaquePointer?) -> Void) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.pointer = pointer
        unsafe self.release = release
    }

    deinit { unsafe release(pointer) }
}
