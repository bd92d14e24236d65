extension StrictnessTable {
    static let lines = [
        StrictnessTable(
            source: "RFC 9112 section 2.2, lines end with CRLF and neither CR nor LF stands alone",
            template: "§",
            rows: rows(
                "400",
                [
                    "GET / HTTP/1.1\nHost: a\n\n", "GET / HTTP/1.1\nHost: a↵↵", "GET / HTTP/1.1↵Host: a\n↵",
                    "GET / HTTP/1.1↵Host: a↵\n", "GET / HTTP/1.1↵Host: a\n\n", "\nGET / HTTP/1.1↵Host: a↵↵",
                    "↵\nGET / HTTP/1.1↵Host: a↵↵", "\n\n", "GET / HTTP/1.1\n↵Host: a↵↵",
                    "GET / HTTP/1.1\rHost: a\r\rGET / HTTP/1.1↵↵", "GET / HTTP/1.1\rHost: a↵↵",
                    "GET / HTTP/1.1\r↵Host: a↵↵",
                    "GET / HTTP/1.1↵Host: a\r↵↵", "GET / HTTP/1.1↵Host: a\rX: b↵↵", "GET / HTTP/1.1↵Host: a↵\rX: b↵↵",
                    "GET / HTTP/1.1↵Host: a↵\r↵↵", "GET / HTTP/1.1↵Host: a↵X: b\r↵↵", "GET / HTTP/1.1↵Host: a↵X: \rb↵↵",
                    "GET / HTTP/1.1↵Host: a↵X: b\rc↵↵", "GET / HTTP/1.1↵Host: a↵X:\r↵↵",
                    "GET / HTTP/1.1↵Host: a↵X\r: b↵↵",
                    "GET / HTTP/1.1↵Host: a↵\r\rX: b↵↵", "GET / HTTP/1.1↵Host: a\n X: b↵↵",
                    "\r↵GET / HTTP/1.1↵Host: a↵↵",
                    "\r\rGET / HTTP/1.1↵Host: a↵↵",
                ]
            )
                + rows(
                    "more",
                    [
                        "G", "GET /", "GET / HTTP/1.1", "GET / HTTP/1.1\r", "GET / HTTP/1.1↵", "GET / HTTP/1.1↵Host: a",
                        "GET / HTTP/1.1↵Host: a\r", "GET / HTTP/1.1↵Host: a↵", "GET / HTTP/1.1↵Host: a↵\r", "\r",
                        "\r\r",
                        "↵\r", "GET / HTTP/1.1\rHost: a\r\r",
                    ]
                )
                + rows("", ["", "↵", "↵↵↵↵"])
        )
    ]

    static let fields = [
        StrictnessTable(
            source: "RFC 9112 section 5 and RFC 9110 section 5.5, a field's line",
            template: "GET / HTTP/1.1↵Host: a↵§↵↵",
            rows: rows(
                "GET / x=b",
                [
                    "X: b", "X:b", "x: b", "X:  b  ", "X:\tb\t", "X: \t b \t ", "X: b↵Y: c", "Y: c↵X: b", "Y:↵X: b",
                    "Y: ↵X: b",
                ]
            )
                + [
                    ("X:", "GET / x="), ("X: ", "GET / x="), ("X: \t", "GET / x="), ("X: a b", "GET / x=a b"),
                    ("X: a\tb", "GET / x=a\tb"), ("X: a:b", "GET / x=a:b"), ("X::b", "GET / x=:b"),
                    ("X: b↵X: c", "GET / x=b, c"), ("X: b↵Y: d↵x: c", "GET / x=b, c"), ("X: grün", "GET / x=grün"),
                    ("X: \"b, c\"", "GET / x=\"b, c\""), ("X: <b>(c)[d]{e}\\", "GET / x=<b>(c)[d]{e}\\"),
                    ("!#$%&'*+-.^_`|~09azAZ: b", "GET /"), ("X-Y_Z.0: b", "GET /"),
                    ("\(String(repeating: "n", count: 2000)): b", "GET /"),
                ]
                + rows(
                    "400",
                    [
                        "X : b", "X\t: b", "X  : b", " X: b", "\tX: b", " ", "\t", "X: b↵ c", "X: b↵\tc", "X: b↵ ",
                        "X:↵ b",
                        "X: b↵  c↵Y: d", ": b", ":", " : b", "X", "X b", "X;b", "Xä: b", "Ｘ: b", "X\u{ad}: b", "X Y: b",
                        "X\tY: b",
                        "X: b\r", "X:\r\rb", "GET / HTTP/1.1", "Content-Length : 0", "Content-Length\t: 0",
                        "Transfer-Encoding : chunked", "Host : a", "X: b↵Y", "X: b↵: c",
                    ]
                )
                + rows("400", delimiters.filter { $0 != ":" }.map { "X\($0)Y: b" })
                + rows("400", controls.map { "X\($0): b" })
                + rows("400", controls.map { "X: b\($0)c" })
                + rows("400", controls.map { "X:\($0)" })
        ),
        StrictnessTable(
            source: "RFC 9112 section 2.2, no blank before the first field",
            template: "GET / HTTP/1.1↵§↵↵",
            rows: rows("400", [" Host: a", "\tHost: a", " X: b↵Host: a", " ↵Host: a", "\t↵Host: a"])
        ),
        StrictnessTable(
            source: "RFC 9112 section 6, only the names themselves frame a message",
            template: "GET / HTTP/1.1↵Host: a↵§↵↵",
            rows: rows(
                "GET /",
                [
                    "Content_Length: 5", "Transfer_Encoding: chunked", "Content-Length-X: 5", "XContent-Length: 5",
                    "Content--Length: 5", "TransferEncoding: chunked", "TE: chunked", "Trailer: X",
                    "Content-Encoding: chunked",
                    "X-Content-Length: 5", "Proxy-Connection: close", "Keep-Alive: timeout=1",
                ]
            )
        ),
        StrictnessTable(
            source: "RFC 9110 section 7.8, an upgrade may be ignored; section 14.2, ranges too",
            template: "GET /p HTTP/1.1↵Host: a↵§↵↵",
            rows: rows(
                "GET /p",
                [
                    "Connection: Upgrade↵Upgrade: websocket↵Sec-WebSocket-Version: 13↵Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                    "Connection: Upgrade, HTTP2-Settings↵Upgrade: h2c↵HTTP2-Settings: AAMAAABkAAQAAP__",
                    "Upgrade: websocket",
                    "Connection: Upgrade↵Upgrade: nothing/9", "Range: bytes=0-0", "Range: bytes=0-1,1-2,0-5",
                    "Range: x",
                ]
            )
        ),
    ]

    static let hosts = [
        StrictnessTable(
            source: "RFC 9112 section 3.2 and RFC 9110 section 7.2, exactly one Host in HTTP/1.1",
            template: "GET / HTTP/1.1↵§↵↵",
            rows: rows(
                "GET /",
                [
                    "Host: a", "Host:a", "hOST: a", "HOST:\ta ", "Host: a.example", "Host: a-b_c.example.",
                    "Host: xn--nxa.example",
                    "Host: a:80", "Host: a:", "Host: a:0", "Host: a:65535", "Host: a:00080", "Host: 127.0.0.1",
                    "Host: 127.0.0.1:8080", "Host: [::1]", "Host: [::1]:80", "Host: [::ffff:127.0.0.1]",
                    "Host: [v1.a:b]",
                    "Host: [2001:DB8::1]:", "Host: a%41", "Host: a~!$&'()*+;=", "Y: b↵Host: a",
                ]
            )
                + rows(
                    "400",
                    [
                        "Y: b", "Hos: a", "Hostt: a", "Host: a↵Host: a", "Host: a↵Host: b", "Host: a↵host: a",
                        "Host: a↵Y: c↵Host: a",
                        "Host: a↵Host:", "Host:↵Host: a", "Host:", "Host: ", "Host:\t", "Host: a b", "Host: a, b",
                        "Host: a,b",
                        "Host: a/", "Host: a/b", "Host: /", "Host: http://a", "Host: //a", "Host: u@a", "Host: u:p@a",
                        "Host: @a",
                        "Host: a:b", "Host: a:80b", "Host: a:-1", "Host: a:+80", "Host: a: 80", "Host: a :80",
                        "Host: a:80:80",
                        "Host: a:65536", "Host: a:99999999999999999999", "Host: :80", "Host: :", "Host: ::1",
                        "Host: 1::2",
                        "Host: [::1", "Host: ::1]", "Host: []", "Host: [ ]", "Host: [a]", "Host: [g::1]",
                        "Host: [::1]x",
                        "Host: [::1]80", "Host: [::1]:x", "Host: [::1]:80:", "Host: [[::1]]", "Host: [::1%25eth0]",
                        "Host: [v.a]",
                        "Host: [v1]", "Host: [v1.]", "Host: a[::1]", "Host: a?b", "Host: a#b", "Host: a\\b",
                        "Host: <a>",
                        "Host: \"a\"", "Host: {a}", "Host: a|b", "Host: a^b", "Host: a`b", "Host: ä", "Host: ａ",
                        "Host: a\tb",
                        "Host: a↵ b", "Host a", "Host", "Host;a",
                    ]
                )
                + rows("400", controls.map { "Host: a\($0)" })
        ),
        StrictnessTable(
            source: "RFC 9112 section 3.2, HTTP/1.0 may have none",
            template: "GET / HTTP/1.0↵§↵",
            rows: rows("GET /", ["", "Host: a↵", "Host: a:80↵", "Y: b↵"])
                + rows(
                    "400",
                    ["Host: a↵Host: a↵", "Host: a↵Host: b↵", "Host: a/b↵", "Host: u@a↵", "Host:↵", "Host : a↵"]
                )
        ),
    ]
}
