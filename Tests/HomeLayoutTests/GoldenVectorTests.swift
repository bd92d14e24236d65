import HomeLayout
import Testing

/// Worked out from the formula in exact fractions, apart from this program: for each screen the width of an item and
/// the height of the widget, in points, in each of the six densities.
@Suite struct `The densities on real screens` {
    private static let vectors = """
          width scale |    XL w  height |     L w  height |     M w  height |     S w  height |    XS w  height |   XXS w  height
            320     2 |     197     212 |     115   150.5 |      80     124 |      60      77 |      48      80 |      39   104.5
            360     3 |     224     232 |     131 162.333 |  91.333 132.667 |  69.333      84 |      55  90.667 |  45.333     118
            375     2 |     234   239.5 |     137     167 |    95.5     136 |    72.5    86.5 |      58      95 |    47.5     124
            375     3 |     234 239.667 |     137     167 |  95.667     136 |  72.667  86.667 |      58  95.333 |  47.667     124
            384     2 |     240     244 |   140.5   169.5 |      98   137.5 |    74.5      88 |    59.5      98 |      49     127
            390     1 |     244     247 |     143     172 |     100     139 |      76      89 |      60      98 |      50     130
            390     2 |     244     247 |     143   171.5 |     100     139 |      76      89 |    60.5      99 |      50   128.5
            390 2.625 |  243.81 247.238 | 143.238  171.81 |   99.81 139.429 |   75.81  89.524 |  60.571  99.429 |  49.905 129.143
            390     3 |     244     247 |     143 171.333 |     100     139 |      76      89 |  60.667  99.333 |      50     129
            393     3 |     246 248.667 | 144.333 172.333 | 100.667 139.667 |  76.667  89.667 |      61     100 |  50.333     130
            402     3 |     252     253 |     148     175 | 103.333 141.667 |  78.667      91 |  62.667     102 |      52     133
        411.429 2.625 | 258.286 258.286 | 151.619 178.286 | 105.905     144 |  80.762  92.952 |  64.381 104.762 |  53.333     136
            412 2.625 | 258.667 258.667 |     152 178.667 | 106.286 144.381 |  80.762  92.952 |  64.762 105.524 |  53.333     136
            414     2 |     260     259 |   152.5   178.5 |   106.5     144 |      81      93 |      65     106 |    53.5   137.5
            414     3 |     260     259 | 152.667 178.667 | 106.667     144 |  81.333      93 |      65     106 |  53.667     137
            428     3 | 269.333     266 | 158.333     183 | 110.667     147 |  84.333  95.333 |  67.333 109.333 |      56     142
            430     3 | 270.667     267 |     159 183.333 | 111.333 147.667 |  84.667  95.667 |      68     110 |      56     142
            440     3 | 277.333     272 |     163 186.333 |     114 149.667 |      87  97.333 |  69.667 112.667 |  57.667     146
            744     2 |     480     424 |   284.5   277.5 |     201     215 |   154.5     148 |     125     196 |   104.5   251.5
            768     1 |     496     436 |     294     285 |     208     220 |     160     152 |     129     202 |     108     259
            768     2 |     496     436 |     294   284.5 |     208     220 |     160     152 |     129     202 |     108     259
            820     2 |   530.5     462 |     315   300.5 |   222.5     231 |   171.5     161 |   138.5     216 |     116     277
            834     2 |     540     469 |   320.5   304.5 |   226.5     234 |   174.5     163 |     141     220 |     118   281.5
           1024     2 |   666.5     564 |   396.5   361.5 |     281     275 |   216.5   194.5 |     176     272 |   147.5     349
           1032     2 |     672     568 |     400     364 |     283   276.5 |   218.5     196 |     177     274 |   148.5   350.5
           1194     2 |     780     649 |   464.5   412.5 |   329.5   311.5 |   254.5     223 |   206.5     318 |   173.5   407.5
           1366     2 |   894.5     735 |   533.5   464.5 |   378.5     348 |   292.5   251.5 |     238     365 |     200     466
        """

    @Test(arguments: vectors.split(separator: "\n").dropFirst().map(String.init))
    func `measure as worked out by hand`(line: String) throws {
        let columns = line.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
        let device = Device(width: try #require(points(columns[0][0])), scale: try #require(scale(columns[0][1])))
        let densities: [Layout] = [.productXL, .productL, .productM, .productS, .productXS, .productXXS]
        #expect(columns.count == densities.count + 1)
        for (layout, expected) in zip(densities, columns.dropFirst()) {
            let metrics = Metrics(.standard(layout), on: device, itemCount: 10)
            #expect([metrics.itemSize.width.description, metrics.height.description] == expected, "\(layout)")
        }
    }

    @Test func `agree with the formula in exact fractions at every scale`() throws {
        let screens = Self.vectors.split(separator: "\n").dropFirst()
        for width in Set(screens.compactMap { points(String($0.split(separator: " ")[0])) }) {
            for dpi in [120, 160, 213, 320, 420, 450, 480, 560, 640, 800] {
                for textScale in [800, 1_000, 1_350, 1_599] {
                    let device = Device(
                        width: width,
                        scale: DisplayScale(hundredThousandths: dpi * 625),
                        textScale: FixedPoint(thousandths: textScale)
                    )
                    for layout in Layout.allCases where Worked(layout, on: device) != nil {
                        let metrics = Metrics(.standard(layout), on: device, itemCount: 10)
                        let worked = try #require(Worked(layout, on: device))
                        #expect(metrics.itemSize.width == worked.itemWidth, "\(layout) \(device)")
                        #expect(metrics.image?.size.height == worked.imageHeight, "\(layout) \(device)")
                        #expect((metrics.caption?.height ?? 0) == worked.captionHeight, "\(layout) \(device)")
                        #expect(metrics.height == worked.height, "\(layout) \(device)")
                    }
                }
            }
        }
    }

    private func scale(_ text: String) -> DisplayScale? {
        points(text).map { DisplayScale(hundredThousandths: $0.thousandths * 100) }
    }

    private func points(_ text: String) -> Points? {
        let parts = text.split(separator: ".")
        guard let whole = Int(parts[0]) else { return nil }
        let fraction = parts.count == 2 ? Int((parts[1] + "00").prefix(3)) ?? 0 : 0
        return Points(thousandths: whole * 1_000 + fraction)
    }
}

/// The formula as it is written, in points and fractions of points.
private struct Worked {
    let itemWidth: Points
    let imageHeight: Points
    let captionHeight: Points
    let height: Points

    init?(_ layout: Layout, on device: Device) {
        let densities: [Layout: (items: Fraction, rows: Fraction, lines: [Fraction], padding: [Fraction])] = [
            .productXL: (Fraction(3, 2), 1, [22, 20], [8, 14]), .productL: (Fraction(5, 2), 1, [22, 20], [8, 14]),
            .productM: (Fraction(7, 2), 1, [22, 20], [8, 14]), .productS: (Fraction(9, 2), 1, [18], [8, 6]),
            .productXS: (Fraction(11, 2), 2, [], []), .productXXS: (Fraction(13, 2), 3, [], []),
        ]
        guard let (items, rows, lines, padding) = densities[layout] else { return nil }
        let scale = Fraction(device.scale.hundredThousandths, 100_000)
        let textScale = Fraction(device.textScale.thousandths, 1_000)
        func down(_ length: Fraction) -> Fraction { Fraction((length * scale).floor, 1) / scale }
        func up(_ length: Fraction) -> Fraction { 0 - down(0 - length) }
        func snapped(_ length: Fraction) -> Fraction { down(length + Fraction(1, 2) / scale) }

        let spacing = snapped(8)
        let gaps = Fraction(-(0 - items).floor - 1, 1)
        let room = snapped(Fraction(device.width.thousandths, 1_000)) - snapped(16) - gaps * spacing
        let width = down(room / items)
        let image = up(width * Fraction(3, 4))
        let caption = lines.reduce(padding.reduce(0) { $0 + snapped($1) }) { $0 + up($1 * textScale) }
        itemWidth = width.points
        imageHeight = image.points
        captionHeight = caption.points
        height = ((image + caption + spacing) * rows - spacing).points
    }
}

private struct Fraction: ExpressibleByIntegerLiteral {
    let numerator: Int
    let denominator: Int

    init(_ numerator: Int, _ denominator: Int) {
        var (a, b) = (numerator.magnitude, denominator.magnitude)
        while b != 0 { (a, b) = (b, a % b) }
        let divisor = denominator < 0 ? -Int(a) : Int(a)
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    init(integerLiteral value: Int) { self.init(value, 1) }

    static func + (a: Self, b: Self) -> Self {
        Self(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
    }
    static func - (a: Self, b: Self) -> Self { a + Self(-b.numerator, b.denominator) }
    static func * (a: Self, b: Self) -> Self { Self(a.numerator * b.numerator, a.denominator * b.denominator) }
    static func / (a: Self, b: Self) -> Self { a * Self(b.denominator, b.numerator) }

    var floor: Int {
        let quotient = numerator / denominator
        return numerator < quotient * denominator ? quotient - 1 : quotient
    }
    var points: Points { Points(thousandths: (self * 1_000 + Fraction(1, 2)).floor) }
}
