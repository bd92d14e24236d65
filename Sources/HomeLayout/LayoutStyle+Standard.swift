extension LayoutStyle {
    /// For phones; tablets, from ``tabletWidth``, have more columns and a lower map. At the accessibility sizes fewer
    /// items are side by side, and captions wrap.
    public static func standard(_ layout: Layout, _ styles: TextStyles = .standard) -> LayoutStyle {
        switch layout {
        case .brand:
            LayoutStyle(
                .vertical(columns: 1),
                styles,
                caption: .text([TextLine(styles[.display])], bottom: 8),
                spacing: 0,
                separator: Separator(leading: 16, trailing: 0)
            )
            .from(textScale: large) { $0.captionLineLimit = 3 }
        case .productXL:
            carousel(visibleItems: 1_500, styles, images: 10, caption: .twoLines(styles)).withFewerLargeItems
        case .productL: carousel(visibleItems: 2_500, styles, caption: .twoLines(styles)).withFewerLargeItems
        case .productM: carousel(visibleItems: 3_500, styles, caption: .twoLines(styles)).withFewerLargeItems
        case .productS: carousel(visibleItems: 4_500, styles, caption: .oneLine(styles)).withFewerLargeItems
        case .productXS: carousel(visibleItems: 5_500, styles, rows: 2, caption: .none)
        case .productXXS: carousel(visibleItems: 6_500, styles, rows: 3, caption: .none)
        case .fullWidth:
            LayoutStyle(
                .vertical(columns: 1),
                styles,
                image: .landscape,
                images: 10,
                caption: .threeLines(styles),
                spacing: 16
            )
            .from(width: tabletWidth) { $0.columns = 2 }
            .from(textScale: large) { $0.captionLineLimit = 3 }
            .from(textScale: largest) { $0.columns = 1 }
        case .grid:
            LayoutStyle(.vertical(columns: 2), styles, image: .landscape, caption: .twoLines(styles))
                .from(width: tabletWidth) { $0.columns = 3 }
                .from(width: 1_000) { $0.columns = 4 }
                .from(textScale: large) {
                    $0.columns = 1
                    $0.captionLineLimit = 3
                }
                .from(width: tabletWidth, textScale: large) { $0.columns = 2 }
        case .map:
            LayoutStyle(.area(.landscape), styles, image: .landscape)
                .from(width: tabletWidth) { $0.aspectRatio = AspectRatio(5, to: 2) }
        case .banner:
            LayoutStyle(
                .horizontal(visibleItems: 1, rows: 1),
                styles,
                image: AspectRatio(5, to: 2),
                caption: .banner(styles),
                captionPosition: .over
            )
            .from(textScale: large) {
                $0.captionPosition = .below
                $0.captionLineLimit = 3
            }
        case .infoCard:
            LayoutStyle(.vertical(columns: 1), styles, caption: .card(styles))
                .from(textScale: large) { $0.captionLineLimit = 6 }
        }
    }

    static let tabletWidth: Points = 700

    private static let large = Device.accessibilityTextScale
    /// From here on, a word of a caption takes the width of a phone.
    private static let largest = FixedPoint(thousandths: 2_400)

    /// A carousel that shows fewer items at the accessibility sizes, so that their captions have room.
    private var withFewerLargeItems: LayoutStyle {
        from(textScale: Self.large) {
            $0.visibleItems = FixedPoint(thousandths: 1_500)
            $0.captionLineLimit = 3
        }
        .from(width: Self.tabletWidth, textScale: Self.large) { $0.visibleItems = FixedPoint(thousandths: 2_500) }
        .from(textScale: Self.largest) { $0.visibleItems = FixedPoint(thousandths: 1_100) }
        .from(width: Self.tabletWidth, textScale: Self.largest) { $0.visibleItems = FixedPoint(thousandths: 1_500) }
    }

    private static func carousel(
        visibleItems thousandths: Int,
        _ styles: TextStyles,
        rows: Int = 1,
        images: Int = 1,
        caption: Caption
    ) -> LayoutStyle {
        LayoutStyle(
            .horizontal(visibleItems: FixedPoint(thousandths: thousandths), rows: rows),
            styles,
            image: .landscape,
            images: images,
            caption: caption
        )
    }

    private init(
        _ flow: Flow,
        _ styles: TextStyles,
        image: AspectRatio? = nil,
        images: Int = 1,
        caption: Caption = .none,
        captionPosition: CaptionPosition = .below,
        spacing: Points = 8,
        separator: Separator? = nil
    ) {
        self.init(
            flow: flow,
            image: image,
            imageLimit: images,
            caption: caption,
            captionPosition: captionPosition,
            note: styles[.badge],
            contentInsets: Insets(leading: 16, trailing: 16),
            columnSpacing: 8,
            rowSpacing: spacing,
            separator: separator
        )
    }

    private func from(
        width: Points? = nil,
        textScale: FixedPoint? = nil,
        _ edit: (inout StyleChange) -> Void
    ) -> LayoutStyle {
        var style = self
        var change = StyleChange()
        edit(&change)
        style.steps.append(Step(threshold: StyleThreshold(width: width, textScale: textScale), change: change))
        return style
    }
}

extension AspectRatio {
    fileprivate static let landscape = AspectRatio(4, to: 3)
}

/// The first line may wrap, since it has the price.
extension Caption {
    fileprivate static func threeLines(_ styles: TextStyles) -> Caption {
        text(
            [TextLine(styles[.headline], maximumLines: 2), TextLine(styles[.body]), TextLine(styles[.body])],
            bottom: 18
        )
    }

    fileprivate static func twoLines(_ styles: TextStyles) -> Caption {
        text([TextLine(styles[.headline], maximumLines: 2), TextLine(styles[.body])], bottom: 14)
    }

    fileprivate static func oneLine(_ styles: TextStyles) -> Caption {
        text([TextLine(styles[.label], maximumLines: 2)], bottom: 6)
    }

    /// Below an image.
    fileprivate static func text(_ lines: [TextLine], bottom: Points) -> Caption {
        Caption(lines, padding: Insets(top: 8, bottom: bottom))
    }

    /// Lines over the lower edge of a banner's image.
    fileprivate static func banner(_ styles: TextStyles) -> Caption {
        Caption(
            [TextLine(styles[.headline]), TextLine(styles[.body])],
            padding: Insets(top: 12, leading: 16, bottom: 12, trailing: 16)
        )
    }

    /// A card of text with a border.
    fileprivate static func card(_ styles: TextStyles) -> Caption {
        Caption(
            [TextLine(styles[.headline]), TextLine(styles[.body], maximumLines: 2)],
            padding: Insets(top: 19, leading: 16, bottom: 19, trailing: 16)
        )
    }
}
