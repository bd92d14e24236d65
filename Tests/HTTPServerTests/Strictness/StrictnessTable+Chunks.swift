extension StrictnessTable {
    static let chunks = [
        StrictnessTable(
            source: "RFC 9112 section 7.1, chunks",
            template: "POST /p HTTP/1.1↵Host: a↵Transfer-Encoding: chunked↵↵§",
            rows: [
                ("0↵↵", "POST /p"), ("00000↵↵", "POST /p"), ("3↵abc↵0↵↵", "POST /p: abc"),
                ("03↵abc↵0↵↵", "POST /p: abc"),
                ("0000000000000000000000003↵abc↵0↵↵", "POST /p: abc"), ("a↵0123456789↵0↵↵", "POST /p: 0123456789"),
                ("A↵0123456789↵0↵↵", "POST /p: 0123456789"), ("1↵a↵2↵bc↵1↵d↵000↵↵", "POST /p: abcd"),
                ("3↵abc↵0↵↵GET /q HTTP/1.1↵Host: a↵↵", "POST /p: abc + GET /q"),
                ("3↵abc↵0↵↵↵GET /q HTTP/1.1↵Host: a↵↵", "POST /p: abc + GET /q"),
            ]
                + rows(
                    "more",
                    [
                        "", "3", "3\r", "3↵", "3↵a", "3↵abc", "3↵abc\r", "3↵abc↵", "3↵abc↵0", "3↵abc↵0↵", "3↵abc↵0↵\r",
                        "0↵X: y↵",
                    ]
                )
                + rows(
                    "400",
                    [
                        "↵", "↵0↵↵", "x↵", "g↵", "3g↵abc↵0↵↵", "0x3↵abc↵0↵↵", "0X3↵abc↵0↵↵", "x3↵abc↵0↵↵", "#3↵abc↵0↵↵",
                        "+3↵abc↵0↵↵", "-3↵abc↵0↵↵", "-0↵↵", "-1↵↵", " 3↵abc↵0↵↵", "\t3↵abc↵0↵↵", "3 ↵abc↵0↵↵",
                        "3\t↵abc↵0↵↵",
                        "3 3↵abc↵0↵↵", "3_↵abc↵0↵↵", "1_0↵", "3,↵abc↵0↵↵", "3.↵abc↵0↵↵", "3h↵abc↵0↵↵", "3:↵abc↵0↵↵",
                        "\"3\"↵abc↵0↵↵",
                        "３↵abc↵0↵↵", "3\u{0}↵abc↵0↵↵", "\u{0}3↵abc↵0↵↵", "3\u{b}↵abc↵0↵↵", "0 ↵↵", "0\t↵↵", "00x0↵↵",
                        // Longer and shorter than the size.
                        "3↵abcd↵0↵↵", "3↵abcdef↵0↵↵", "3↵ab↵0↵↵", "3↵↵0↵↵", "3↵abc0↵↵", "3↵abc 0↵↵", "3↵abc ↵0↵↵",
                        "3↵abc↵↵0↵↵",
                        "3xyz↵0↵↵", "3↵abcGET /smuggled HTTP/1.1↵Host: a↵↵",
                        // CR or LF alone.
                        "3\nabc↵0↵↵", "3\rabc↵0↵↵", "3\r\r\nabc↵0↵↵", "3\n↵abc↵0↵↵", "3↵abc\n0↵↵", "3↵abc\r0↵↵",
                        "3↵abc\n↵0↵↵",
                        "3↵abc\r\r\n0↵↵", "3↵abc↵0\n\n", "3↵abc↵0\n↵", "3↵abc↵0↵\n", "3↵abc↵0\r↵↵", "3↵abc↵0↵\r↵",
                        "\n3↵abc↵0↵↵",
                    ]
                )
                + rows(
                    "413",
                    [
                        "10001↵", "fffff↵", "80000000↵", "ffffffff↵", "100000000↵", "100000003↵abc↵0↵↵",
                        "7fffffffffffffff↵",
                        "8000000000000000↵", "ffffffffffffffff↵", "fffffffffffffffd↵abc↵0↵↵", "10000000000000000↵",
                        "10000000000000003↵abc↵0↵↵", "fffffffffffffffffffffffffffffffffffff↵", "1↵a↵10000↵",
                    ]
                )
        ),
        StrictnessTable(
            source: "RFC 9112 section 7.1.1, chunk extensions",
            template: "POST /p HTTP/1.1↵Host: a↵Transfer-Encoding: chunked↵↵3§↵abc↵0↵↵",
            rows: rows(
                "POST /p: abc",
                [
                    "", ";a", ";a=b", ";a=\"b\"", ";a=\"b c;d=e\"", ";a=\"b\\\"c\"", ";a=\"\tb\"", ";a=\"ä\"", ";a;b",
                    " ;a", "\t;a", "; a", " ; a = b ; c", ";!#$%&'*+-.^_`|~=1",
                    // Malformed, but nothing that another parser could take for the end of the line.
                    ";", "; ", " ;", ";;a", ";a=", ";a=b c", ";a=\"b", ";a=(b)", ";ä",
                ]
            )
                + rows(
                    "400",
                    [
                        ":a", "a=b", ",a", " a", " ", "\t", ";a\u{0}", ";a=\u{0}", ";a=\"\u{0}\"", ";a=\"\u{1}\"",
                        ";a=\"\\\u{1}\"", ";a=\"\u{7f}\"", ";a=\"b\r\"", ";a=\"b\n\"", ";a=\"b↵c\"", ";a\r", ";a\n",
                        ";\r", ";\n", ";a\rb", ";a\nb", ";a=b\r", ";a\n3", ";\rabc", ";a\u{b}",
                    ]
                )
        ),
        StrictnessTable(
            source: "RFC 9112 section 7.1.2 and RFC 9110 section 6.5, trailers are checked and passed by",
            template: "POST /p HTTP/1.1↵Host: a↵Transfer-Encoding: chunked↵↵3↵abc↵0↵§↵GET /q HTTP/1.1↵Host: a↵↵",
            rows: rows(
                "POST /p: abc + GET /q",
                [
                    "", "X: y↵", "X:↵", "X: y↵Z: w↵", "Content-Length: 5↵", "Content-Length: x↵",
                    "Transfer-Encoding: chunked↵",
                    "Transfer-Encoding: gzip↵", "Host: b↵", "Host: b c↵", "Expect: miracles↵", "Connection: close↵",
                    "Authorization: x↵", "Content-Type: x↵",
                ]
            )
                + rows(
                    "400",
                    [
                        "X y↵", "X↵", ": y↵", "X : y↵", " X: y↵", "X: y↵ z↵", "\tX: y↵", "X: \u{0}↵", "X\u{0}: y↵",
                        "X: y\r↵", "X: y\n",
                        "X(y): z↵", "\n", "X: y↵\n", "X: \u{1f}↵", " ↵",
                    ]
                )
        ),
    ]

    static let connections = [
        StrictnessTable(
            source: "RFC 9112 sections 9.3 and 9.6, HTTP/1.1 stays open unless told",
            template: "GET /p HTTP/1.1↵Host: a↵§↵GET /q HTTP/1.1↵Host: a↵↵",
            rows: rows(
                "GET /p + GET /q",
                [
                    "", "Connection: keep-alive↵", "Connection: x↵", "Connection:↵", "Connection: closed↵",
                    "Connection: clos↵",
                    "Connection: \"close\"↵", "Connection: close x↵", "Connection: close;q=1↵", "Connectio: close↵",
                ]
            )
                + rows(
                    "GET /p",
                    [
                        "Connection: close↵", "Connection: Close↵", "connection:CLOSE↵", "Connection: x, close↵",
                        "Connection: close, x↵",
                        "Connection: ,close,↵", "Connection: keep-alive, close↵", "Connection: x↵Connection: close↵",
                        "Connection: close↵Connection: keep-alive↵", "Connection:\tclose\t↵",
                    ]
                )
        ),
        StrictnessTable(
            source: "RFC 9112 section 9.3, HTTP/1.0 closes unless told",
            template: "GET /p HTTP/1.0↵§↵GET /q HTTP/1.0↵↵",
            rows: rows(
                "GET /p",
                ["", "Connection: close↵", "Connection: x↵", "Connection: close, keep-alive↵", "Keep-Alive: 5↵"]
            )
                + rows(
                    "GET /p + GET /q",
                    [
                        "Connection: keep-alive↵", "Connection: Keep-Alive↵", "CONNECTION: KEEP-ALIVE↵",
                        "Connection: x, keep-alive↵",
                        "Host: a↵Connection: keep-alive↵",
                    ]
                )
        ),
        StrictnessTable(
            source: "RFC 9112 section 9.3.2, pipelines",
            template: "§",
            rows: [
                (
                    "GET /1 HTTP/1.1↵Host: a↵↵GET /2 HTTP/1.1↵Host: a↵↵GET /3 HTTP/1.1↵Host: a↵↵",
                    "GET /1 + GET /2 + GET /3"
                ),
                ("GET /1 HTTP/1.1↵Host: a↵↵↵↵GET /2 HTTP/1.1↵Host: a↵↵↵", "GET /1 + GET /2"),
                ("GET /1 HTTP/1.1↵Host: a↵↵GET /2 HTTP/9.9↵Host: a↵↵GET /3 HTTP/1.1↵Host: a↵↵", "GET /1 + 505"),
                ("GET /1 HTTP/1.1↵Host: a↵↵\nGET /2 HTTP/1.1↵Host: a↵↵", "GET /1 + 400"),
                (
                    "GET /1 HTTP/1.1↵Host: a↵↵GET /2/3/4 HTTP/1.1↵Host: a↵↵GET /5 HTTP/1.1↵Host: a↵↵",
                    "GET /1 + 404 + GET /5"
                ),
                ("GET /1 HTTP/1.1↵Host: a↵↵GET /%ff HTTP/1.1↵Host: a↵↵GET /3 HTTP/1.1↵Host: a↵↵", "GET /1 + 400"),
                ("GET /?a=%ff HTTP/1.1↵Host: a↵↵GET /2 HTTP/1.1↵Host: a↵↵", "400 + GET /2"),
                (
                    "POST /1 HTTP/1.1↵Host: a↵Content-Length: 2↵↵abGET /2 HTTP/1.1↵Host: a↵↵GET",
                    "POST /1: ab + GET /2 + more"
                ),
                (
                    "POST /1 HTTP/1.1↵Host: a↵Transfer-Encoding: chunked↵↵1↵a↵0↵T: u↵↵POST /2 HTTP/1.1↵Host: a↵Content-Length: 1↵↵b",
                    "POST /1: a + POST /2: b"
                ),
            ]
        ),
    ]
}
