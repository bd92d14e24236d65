extension StrictnessTable {
    static let requestLine = [
        StrictnessTable(
            source: "RFC 9112 section 3, one space between three parts",
            template: "§↵Host: a↵↵",
            rows: rows("GET /", ["GET / HTTP/1.1", "↵GET / HTTP/1.1", "↵↵↵GET / HTTP/1.1"])
                + rows(
                    "400",
                    [
                        "GET  / HTTP/1.1", "GET /  HTTP/1.1", "GET  /  HTTP/1.1", " GET / HTTP/1.1", "\tGET / HTTP/1.1",
                        "GET / HTTP/1.1 ", "GET / HTTP/1.1\t", "GET\t/ HTTP/1.1", "GET /\tHTTP/1.1", "GET\t/\tHTTP/1.1",
                        "GET\u{b}/ HTTP/1.1", "GET /\u{c}HTTP/1.1", "GET\u{a0}/ HTTP/1.1", "GET\r/ HTTP/1.1",
                        "GET /\rHTTP/1.1", "GET / HTTP/1.1\r", "\rGET / HTTP/1.1", "GET / HTTP/1.1 x",
                        "GET / x HTTP/1.1", "GET / HTTP/1.1 HTTP/1.1", "GET HTTP/1.1", "/ HTTP/1.1", "HTTP/1.1", "GET",
                        "GET ", "GET /", "GET / ", " ", "\t", "  ", "\u{feff}GET / HTTP/1.1",
                        "Extra lineGET / HTTP/1.1",
                        "Host: a", "HTTP/1.1 200 OK", "\u{16}\u{3}\u{1}\u{0}", "\u{0}", "{}", "GET:/:HTTP/1.1",
                        " ↵GET / HTTP/1.1", "x↵GET / HTTP/1.1",
                    ]
                )
        ),
        StrictnessTable(
            source: "RFC 9110 section 9.1, methods are tokens, and case counts",
            template: "§ / HTTP/1.1↵Host: a↵↵",
            rows: ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"].map { ($0, "\($0) /") }
                + rows(
                    "501",
                    [
                        "get", "Get", "gET", "head", "GETT", "GE", "BREW", "M-SEARCH", "PROPFIND", "TRACE", "CONNECT",
                        "!#$%&'*+-.^_`|~", "0", "GET.", String(repeating: "A", count: 40),
                        String(repeating: "A", count: 4000),
                    ]
                )
                + rows("400", ["", "GÉT", "ＧＥＴ"] + delimiters.map { "G\($0)T" } + controls.map { "G\($0)T" })
        ),
        StrictnessTable(
            source: "RFC 9112 section 2.3, the version; RFC 9110 section 2.5, higher minor versions",
            template: "GET / §↵Host: a↵↵",
            rows: rows("GET /", ["HTTP/1.1", "HTTP/1.0", "HTTP/1.2", "HTTP/1.9"])
                + rows("505", ["HTTP/0.0", "HTTP/0.9", "HTTP/2.0", "HTTP/3.0", "HTTP/9.9"])
                + rows(
                    "400",
                    [
                        "", "http/1.1", "Http/1.1", "HTTp/1.1", "HTTP/1.10", "HTTP/1.01", "HTTP/01.1", "HTTP/11",
                        "HTTP/1",
                        "HTTP/1.", "HTTP/.1", "HTTP/", "HTTP", "HTTP/1,1", "HTTP/1-1", "HTTP/1.1x", "HTTP/1.x",
                        "HTTP/x.1", "HTTP/ 1.1", "HTTP/1 .1", "HTTP /1.1", "HTTPS/1.1", "ICY/1.1", "HTTP\\1.1",
                        "HTTP/-1.1", "HTTP/+1.1", "HTTP//1.1", "XHTTP/1.1", "HTTP/1.1.1", "HTTP/1.１", "HTTP/1.1\u{0}",
                        "HTTP/1:1", "HTTP/A.B", "/1.1", "1.1",
                    ]
                )
        ),
        StrictnessTable(
            source: "RFC 9113 section 3.4, the preface of HTTP/2",
            template: "§",
            rows: rows("505", ["PRI * HTTP/2.0↵↵SM↵↵"])
        ),
    ]
}
