/// Percent-encoding (RFC 3986, section 2.1).
enum PercentEncoding {
    /// The text with every byte encoded that is not unreserved (RFC 3986, section 2.3).
    static func encode(_ text: String) -> String {
        var address = URLBuilder()
        address.append(encoding: text)
        return address.text
    }
}
