extension StrictnessTable {
    static let targets = [
        StrictnessTable(
            source: "RFC 9112 section 3.2.1, origin-form",
            template: "GET § HTTP/1.1↵Host: a↵↵",
            rows: [
                ("/", "GET /"), ("/p", "GET /p"), ("/p/q", "GET /p/q"), ("/p?", "GET /p"), ("/?", "GET /"),
                ("/p?a=b", "GET /p ?a=b"), ("/p?a", "GET /p ?a="), ("/p?a=b&c=d", "GET /p ?a=b&c=d"),
                ("/p?b?c", "GET /p ?b?c="), ("/p?/q", "GET /p ?/q="), ("/p?a=http://b/", "GET /p ?a=http://b/"),
                ("/-._~!$&'()*+,;=:@", "GET /-._~!$&'()*+,;=:@"), ("/.", "GET /."), ("/..", "GET /.."),
                ("/../p", "GET /../p"), ("/http:", "GET /http:"), ("/*", "GET /*"), ("//", "404"), ("//p", "404"),
                ("/p/", "404"), ("/p/q/r", "404"),
            ]
                + rows(
                    "400",
                    [
                        "p", "p/q", "*", "?a=b", "./p", "../p", "~p", ":", "/p#q", "#", "/#", "/p?a#b", "/p q", "/p\tq",
                        "/\"p\"", "/<p>", "/p\\q", "\\", "\\p", "/ä", "/p?ä", "/€", "/\u{80}", "/p?\u{0}",
                    ] + controls.map { "/p\($0)q" }
                )
        ),
        StrictnessTable(
            source: "RFC 9112 section 3.2.2, absolute-form",
            template: "GET § HTTP/1.1↵Host: a↵↵",
            rows: [
                ("http://a", "GET /"), ("http://a/", "GET /"), ("http://a/p", "GET /p"), ("HTTP://A/p", "GET /p"),
                ("hTTp://a/p", "GET /p"), ("https://a/p", "GET /p"), ("http://a?b=c", "GET / ?b=c"),
                ("http://a/p?b=c", "GET /p ?b=c"), ("http://a:80", "GET /"), ("http://a:80/p", "GET /p"),
                ("http://a:/p", "GET /p"), ("http://[::1]/p", "GET /p"), ("http://[::1]:8080/p", "GET /p"),
                ("http://127.0.0.1/p", "GET /p"), ("http://a/http://b", "404"), ("http://a//", "404"),
                // The target has precedence over Host.
                ("http://elsewhere.example/p", "GET /p"), ("http://elsewhere.example:81", "GET /"),
            ]
                + rows(
                    "400",
                    [
                        "http:", "http:/", "http:/p", "http:p", "http://", "http:///", "http:///p", "http://?a",
                        "http://:80/",
                        "http://u@a/", "http://u:p@a/", "http://a b/", "http://a:b/", "http://a:99999/", "http://a:-1/",
                        "http://[::1/", "http://[]/", "http://a,b/", "http://a\\b/", "http://a#f", "http://a/#f",
                        "http//a/", "://a/", "ftp://a/", "file:///p", "ws://a/", "httpx://a/", "http+unix://a/",
                        "urn:a:b", "mailto:a@b", "javascript:p", "data:,p",
                    ]
                )
        ),
        StrictnessTable(
            source: "RFC 9112 section 3.2.3, authority-form is for CONNECT alone",
            template: "§ HTTP/1.1↵Host: a↵↵",
            rows: rows(
                "400",
                ["GET a:80", "GET a", "POST a.example:443", "OPTIONS a:80", "GET [::1]:80", "GET 127.0.0.1:80"]
            )
                + rows("501", ["CONNECT a:80", "CONNECT /", "CONNECT *"])
        ),
        StrictnessTable(
            source: "RFC 9112 section 3.2.4, asterisk-form is for OPTIONS alone",
            template: "§ HTTP/1.1↵Host: a↵↵",
            rows: rows(
                "400",
                ["GET *", "HEAD *", "POST *", "PUT *", "DELETE *", "OPTIONS **", "OPTIONS *?a", "OPTIONS *a"]
            )
        ),
        StrictnessTable(
            source: "RFC 3986 section 2.1 and RFC 3629 section 3, what is decoded of a path",
            template: "GET /§ HTTP/1.1↵Host: a↵↵",
            rows: [
                ("%41", "GET /A"), ("%7e", "GET /~"), ("a%20b", "GET /a b"), ("a+b", "GET /a+b"), ("%2F", "GET //"),
                ("a%2Fb", "GET /a/b"), ("%25", "GET /%"), ("%2541", "GET /%41"), ("%3F", "GET /?"), ("%23", "GET /#"),
                ("%2e%2E", "GET /.."), ("caf%C3%A9", "GET /café"), ("%e2%82%ac", "GET /€"),
                ("%f0%9f%8f%a0", "GET /🏠"), ("%ed%9f%bf", "GET /\u{d7ff}"), ("%f4%8f%bf%bf", "GET /\u{10ffff}"),
            ]
                + rows(
                    "400",
                    [
                        "%", "%4", "a%", "a%4", "%zz", "%4g", "%g4", "%%41", "%u0041", "%+41", "%-1", "% 41", "%0x41",
                        "%ff",
                        "%fe", "%80", "%bf", "a%80b", "%c3", "%c3a", "%c3%28", "%c3%c3", "%e2%82", "%e2%28%a1",
                        "%f0%9f%8f",
                        // Overlong encodings.
                        "%c0%af", "%c0%80", "%c1%bf", "%e0%80%af", "%e0%9f%bf", "%f0%80%80%af", "%f0%8f%bf%bf",
                        // Surrogates, and code points beyond U+10FFFF.
                        "%ed%a0%80", "%ed%bf%bf", "%ed%a0%bd%ed%b8%80", "%f4%90%80%80", "%f5%80%80%80",
                        "%f8%88%80%80%80",
                        // NUL is valid UTF-8, but refused.
                        "%00", "a%00", "a%00b", "%2e%00",
                        "a/%ff", "%ff/a", "a/%00",
                    ]
                )
        ),
        StrictnessTable(
            source: "application/x-www-form-urlencoded, what is decoded of a query",
            template: "GET /?§ HTTP/1.1↵Host: a↵↵",
            rows: [
                ("a=%20+", "GET / ?a=  "), ("%61=b", "GET / ?a=b"), ("a=b%26c", "GET / ?a=b&c"),
                ("&&a=b&", "GET / ?a=b"),
                ("a=%c3%a9", "GET / ?a=é"), ("=b", "GET / ?=b"), ("a=b=c", "GET / ?a=b=c"), ("a%3db", "GET / ?a=b="),
            ]
                + rows(
                    "400",
                    [
                        "a=%", "a=%4", "a=%zz", "%=b", "%zz", "a=%ff", "%ff=b", "a=%c0%af", "a=%ed%a0%80", "a=%c3",
                        "a=%80",
                        "a=%f4%90%80%80", "a=%00", "%00=a", "a=b%00c", "a=1&a=2", "a=1&%61=2", "a&a", "a=1&b=%",
                    ]
                )
        ),
    ]
}
