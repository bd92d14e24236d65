extension StrictnessTable {
    static let lengths = [
        StrictnessTable(
            source: "RFC 9110 section 8.6 and RFC 9112 section 6.3, one length of digits",
            template: "POST /p HTTP/1.1↵Host: a↵Content-Length:§↵↵abc",
            rows: rows("POST /p: abc", [" 3", "3", "\t3", "   3  ", " 3\t", " 03", " 0000000000000000000000000000003"])
                + [(" 4", "more"), (" 2", "POST /p: ab + more"), (" 0", "POST /p + more"), (" 00", "POST /p + more")]
                + rows("413", [" 65537", " 4294967299", " 9223372036854775807", " 9223372036854775808"])
                + rows(
                    "413",
                    [" 18446744073709551615", " 18446744073709551619", " 99999999999999999999999999999999999"]
                )
                + rows(
                    "400",
                    [
                        "", " ", "\t", " +3", " -3", " -0", " +0", " --3", " - 3", " 3-", " 3 3", " 3\t3", " 0x3",
                        " 0X3", " 0o3",
                        " 0b11", " 3x", " x3", " 3h", " abc", " 3.0", " 3.", " .3", " 3e0", " 1_0", " 3;", " 3;a=b",
                        " \"3\"", " '3'",
                        " (3)", " 3/3", " 3%", " %33", " ３", " ٣", " ³", " NaN", " Infinity", " true", " null", " =3",
                        " :3",
                        " 3\r", " \r3", " 3↵ 4", " 3↵\t", "↵ 3",
                        // RFC 9110 lets a server accept or refuse a repeated number. It is refused in each form, as in
                        // other servers, because no client needs it.
                        " 3,3", " 3, 3", " 3,", " ,3", " ,", " 3↵Content-Length: 3", " 3↵content-length: 3",
                        " 3,4", " 3, 4", " 4, 3", " 3↵Content-Length: 4", " 4↵Content-Length: 3", " 3↵Content-Length:",
                        " 3↵Content-Length: x", " 0↵Content-Length: 3", " 3↵X: y↵Content-Length: 3",
                        " -123456789123456789123456789",
                    ]
                )
                + rows("400", controls.map { " 3\($0)" })
                + rows("400", controls.map { "\($0)3" })
        ),
        StrictnessTable(
            source: "RFC 9112 section 6.3, any request may have a body",
            template: "§ /p HTTP/1.1↵Host: a↵Content-Length: 3↵↵abcGET /q HTTP/1.1↵Host: a↵↵",
            rows: ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"].map { ($0, "\($0) /p: abc + GET /q") }
        ),
        StrictnessTable(
            source: "RFC 9112 section 6.3, without a length there is no body",
            template: "§ /p HTTP/1.1↵Host: a↵↵GET /q HTTP/1.1↵Host: a↵↵",
            rows: ["GET", "POST", "PUT", "DELETE"].map { ($0, "\($0) /p + GET /q") }
        ),
        StrictnessTable(
            source: "RFC 9110 section 10.1.1, Expect",
            template: "POST /p HTTP/1.1↵Host: a↵Content-Length: 1↵Expect:§↵↵x",
            rows: rows(
                "POST /p: x",
                [
                    " 100-continue", "100-continue", " 100-Continue", " 100-CONTINUE ", " 100-continue, 100-continue",
                    " 100-continue↵Expect: 100-continue", "", " ,", " 100-continue,",
                ]
            )
                + rows(
                    "417",
                    [
                        " miracles", " 100-continue, miracles", " miracles, 100-continue", " 100-continue;q=1", " 100",
                        " 200-ok",
                        " 100-continued", " 100 continue", " 100-continue↵Expect: miracles", " \"100-continue\"",
                    ]
                )
        ),
        StrictnessTable(
            source: "RFC 9110 section 10.1.1, HTTP/1.0 has no Expect",
            template: "POST /p HTTP/1.0↵Content-Length: 1↵Expect:§↵↵x",
            rows: rows("POST /p: x", [" 100-continue", " miracles", ""])
        ),
    ]

    static let codings = [
        StrictnessTable(
            source: "RFC 9112 sections 6.1, 6.3 and 7, chunked once and last, and nothing else",
            template: "POST /p HTTP/1.1↵Host: a↵Transfer-Encoding:§↵↵3↵abc↵0↵↵",
            rows: rows(
                "POST /p: abc",
                [" chunked", "chunked", "\tchunked", " chunked \t", " CHUNKED", " Chunked", " cHuNkEd", "   chunked"]
            )
                + rows(
                    "501",
                    [
                        " gzip", " gzip, chunked", " gzip,chunked", " GZIP, Chunked", " deflate", " compress, chunked",
                        " identity",
                        " identity, chunked", " xchunked", " chunkedx", " chunked-x", " 'chunked'", " trailers",
                        " x-gzip, chunked",
                        " gzip, deflate, chunked", " gzip↵Transfer-Encoding: chunked",
                        " cow↵Transfer-Encoding: chunked", " chunke",
                    ]
                )
                + rows(
                    "400",
                    [
                        // If chunked is not the last coding, the end of the body is unknown.
                        " chunked, gzip", " chunked, identity", " chunked, x", " gzip, chunked, deflate",
                        " chunked↵Transfer-Encoding: gzip", " chunked↵Transfer-Encoding: identity",
                        " chunked, chunked", " chunked,chunked", " chunked, gzip, chunked",
                        " chunked↵Transfer-Encoding: chunked",
                        " chunked↵transfer-encoding: Chunked", " gzip, chunked↵Transfer-Encoding: chunked",
                        " chunked;q=1", " chunked; a=b", " chunked;", " gzip;q=1, chunked", " chunked=1", " chunked/1",
                        " \"chunked\"",
                        " [chunked]", " (chunked)", " chunked:", " :chunked", " chun ked", " chunked chunked",
                        " chunked\tx", " chünked",
                        " ｃhunked", "\u{a0}chunked", " chunked\u{a0}",
                        // Empty elements, which other lists may have.
                        "", " ", "\t", " ,", " , ,", " ,chunked", " , chunked", " chunked,", " chunked, ",
                        " chunked,,gzip",
                        " chunked↵Transfer-Encoding:", "↵Transfer-Encoding: chunked",
                        " chunked\r", " \rchunked", " chunked↵ ", " chunked↵ x", "↵ chunked",
                        // RFC 9112 section 6.1: both kinds of framing.
                        " chunked↵Content-Length: 3", " chunked↵Content-Length: 0", " chunked↵content-length: 13",
                        " chunked↵Content-Length: x", " chunked↵Content-Length:", " identity↵Content-Length: 3",
                        " gzip↵Content-Length: 3", " xchunked↵Content-Length: 3", " ↵Content-Length: 3",
                        " chunked ↵Content-Length: 3",
                    ]
                )
                + rows("400", controls.map { " chunked\($0)" })
                + rows("400", controls.map { "\($0)chunked" })
        ),
        StrictnessTable(
            source: "RFC 9112 section 6.1, both ways to tell the end, the length first",
            template:
                "POST /p HTTP/1.1↵Host: a↵Content-Length: §↵Transfer-Encoding: chunked↵↵3↵abc↵0↵↵GET /smuggled HTTP/1.1↵Host: a↵↵",
            rows: rows("400", ["0", "3", "5", "13", "100", "65537", "x", ""])
        ),
        StrictnessTable(
            source: "RFC 9112 section 6.1, HTTP/1.0 has no Transfer-Encoding",
            template: "POST /p HTTP/1.0↵Transfer-Encoding: §↵↵3↵abc↵0↵↵",
            rows: rows("400", ["chunked", "gzip", "identity", "", "chunked↵Content-Length: 3"])
        ),
    ]
}
