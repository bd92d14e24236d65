extension String {
    /// The text without the passwords of addresses: `***` replaces them in `scheme://user:password@host`, the user of
    /// HTTP URLs, the query of database URLs, and the value of `password=…`.
    ///
    /// A password may contain signs that should be encoded, so that more may be replaced than is one.
    package var maskingPasswords: String {
        guard contains("://") || contains(/(?i)pass|pwd/) else { return self }
        return replacing(/(?i)(https?:\/\/)(?:\S*|(?:(?!:\/\/)[^\n])*)@/) { "\($0.output.1)***@" }
            .replacing(/(:\/\/[^\s:@]*:)(?:\S*|(?:(?!:\/\/)[^\n])*)@/) { "\($0.output.1)***@" }
            .replacing(/(?i)(postgres(?:ql)?:\/\/[^\s?]*\?)\S+/) { "\($0.output.1)***" }
            .replacing(/(?i)(\b[a-z]*pass(?:word|wd|phrase)\s*=\s*|\bpwd\s*=\s*)(?:'(?:[^'\\]|\\.)*'|[^\s&]+)/) {
                "\($0.output.1)***"
            }
    }
}
