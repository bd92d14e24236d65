import Testing

@testable import HTTPServer

private func prefersGzip(_ lines: [String]) -> Bool {
    var accepted = AcceptEncoding()
    for line in lines { accepted.add(Array(line.utf8).span) }
    return accepted.prefersGzip
}

@Suite struct `An Accept-Encoding` {
    @Test(arguments: [
        ["gzip"], ["GZip"], ["x-gzip"], ["X-GZIP;q=1"], ["*"], ["gzip, deflate, br, zstd"], ["br;q=1.0, gzip;q=0.8"],
        ["deflate,gzip"], [" gzip "], ["\tgzip\t,\tbr"], [",,gzip,,"], ["br", "gzip"], ["", "gzip"], ["gzip", ""],
        // Weights.
        ["gzip;q=1"], ["gzip;q=1."], ["gzip;q=1.0"], ["gzip;q=1.000"], ["gzip;q=0.001"], ["gzip;q=0.5"], ["gzip;Q=0.5"],
        ["gzip ; q=0.5"], ["gzip\t;\tq=0.5"], ["gzip;q=0.5 , br"], ["*;q=0.1"],
        // Beside others.
        ["gzip, identity"], ["identity, gzip"], ["gzip;q=0.5, identity;q=0.5"], ["gzip;q=0.501, identity;q=0.5"],
        ["gzip;q=1.0, identity; q=0.5, *;q=0"], ["compress;q=0.5, gzip;q=1.0"], ["gzip, *;q=0"], ["gzip;q=0.1, *;q=0"],
        ["gzip;q=0.5, identity;q=0"], ["*, identity;q=0"], ["identity;q=0, gzip;q=0.001"], ["gzip;q=0.5, *;q=0.5"],
        ["br;q=0, gzip"], ["compress, x-gzip"],
    ])
    func `selects gzip`(lines: [String]) {
        #expect(prefersGzip(lines))
    }

    @Test(arguments: [
        [], [""], [","], ["identity"], ["br"], ["deflate, br, zstd"], ["compress, deflate"], ["gzipped"], ["gzi"],
        ["x-gzip2"],
        // Refused.
        ["gzip;q=0"], ["gzip;q=0."], ["gzip;q=0.0"], ["gzip;q=0.000"], ["x-gzip;q=0"], ["*;q=0"], ["gzip;q=0, *"],
        ["*, gzip;q=0"], ["gzip;q=0", "*"], ["gzip, gzip;q=0"], ["gzip;q=0, x-gzip"],
        // A higher weight for identity.
        ["identity, gzip;q=0.5"], ["identity;q=0.5, gzip;q=0.499"], ["gzip;q=0.5, *"], ["gzip;q=0.999, *;q=1"],
        // Nothing acceptable.
        ["identity;q=0"], ["identity;q=0, gzip;q=0"], ["identity;q=0, *;q=0"], ["identity;q=0, br"],
        // Malformed.
        ["gzip;"], ["gzip;q"], ["gzip;q="], ["gzip;q=2"], ["gzip;q=1.001"], ["gzip;q=1.1"], ["gzip;q=0.1234"],
        ["gzip;q=.5"], ["gzip;q=-1"], ["gzip;q=+1"], ["gzip;q=1e0"], ["gzip;q=0,5"], ["gzip;q = 1"], ["gzip;q= 1"],
        ["gzip;q =1"], ["gzip;q=\"1\""], ["gzip;q=01"], ["gzip;q=10"], ["gzip;q=0.5;q=1"], ["gzip;level=9"],
        ["gzip;level=9;q=1"], ["gzip;;q=1"], ["gzip;q=1;"], [";q=1"], ["gzip br"], ["gzip/1"], ["gzip, (x)"],
        ["\"gzip\""], ["gzip, gr\u{fc}n"], ["gzip", "@"], ["@", "gzip"], ["gzip\u{0}"],
    ])
    func `selects identity`(lines: [String]) {
        #expect(!prefersGzip(lines))
    }
}
