extension LayoutStyle {
    /// The default style of `layout`.
    ///
    /// It is for phones; tablets, from ``tabletWidth``, have more columns and a lower map.
    public static func standard(_ layout: Layout) -> LayoutStyle {
        switch layout {
        case .brand:
            LayoutStyle(
                .vertical(columns: 1),
                caption: Caption(lineHeights: [48], padding: 16),
                spacing: 0,
                separator: Separator(leading: 16, trailing: 0)
            )
        case .productXL: carousel(visibleItems: 1_500, caption: .twoLines)
        case .productL: carousel(visibleItems: 2_500, caption: .twoLines)
        case .productM: carousel(visibleItems: 3_500, caption: .twoLines)
        case .productS: carousel(visibleItems: 4_500, caption: .oneLine)
        case .productXS: carousel(visibleItems: 5_500, rows: 2, caption: .none)
        case .productXXS: carousel(visibleItems: 6_500, rows: 3, caption: .none)
        case .fullWidth:
            LayoutStyle(.vertical(columns: 1), image: .landscape, caption: .threeLines, spacing: 16)
                .with(tabletWidth) { $0.columns = 2 }
        case .grid:
            LayoutStyle(.vertical(columns: 2), image: .landscape, caption: .twoLines)
                .with(tabletWidth) { $0.columns = 3 }
                .with(1_000) { $0.columns = 4 }
        case .map:
            LayoutStyle(.area(.landscape))
                .with(tabletWidth) { $0.aspectRatio = AspectRatio(5, to: 2) }
        case .banner:
            LayoutStyle(.horizontal(visibleItems: 1, rows: 1), image: AspectRatio(5, to: 2))
        case .infoCard:
            LayoutStyle(.vertical(columns: 1), caption: Caption(lineHeights: [22, 20, 20], padding: 38))
        }
    }

    /// The least width of a tablet, in points.
    public static let tabletWidth: Points = 700

    private static func carousel(visibleItems thousandths: Int, rows: Int = 1, caption: Caption) -> LayoutStyle {
        LayoutStyle(
            .horizontal(visibleItems: FixedPoint(thousandths: thousandths), rows: rows),
            image: .landscape,
            caption: caption
        )
    }

    private init(
        _ flow: Flow,
        image: AspectRatio? = nil,
        caption: Caption = .none,
        spacing: Points = 8,
        separator: Separator? = nil
    ) {
        self.init(
            flow: flow,
            image: image,
            caption: caption,
            contentInsets: Insets(leading: 16, trailing: 16),
            columnSpacing: 8,
            rowSpacing: spacing,
            separator: separator
        )
    }

    private func with(_ minimumWidth: Points, _ edit: (inout StyleChange) -> Void) -> LayoutStyle {
        var style = self
        var change = StyleChange()
        edit(&change)
        style.steps.append(Step(minimumWidth: minimumWidth, change: change))
        return style
    }
}

extension AspectRatio {
    fileprivate static let landscape = AspectRatio(4, to: 3)
}

extension Caption {
    /// A line of 17-point type over lines of 15-point type, as Apple and Google set them: 22 and 20 points high.
    fileprivate static let threeLines = Caption(lineHeights: [22, 20, 20], padding: 26)
    fileprivate static let twoLines = Caption(lineHeights: [22, 20], padding: 22)
    /// 13-point type, 18 points high.
    fileprivate static let oneLine = Caption(lineHeights: [18], padding: 14)
}
