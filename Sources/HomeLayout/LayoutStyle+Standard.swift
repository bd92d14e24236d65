extension LayoutStyle {
    /// For phones; tablets, from ``tabletWidth``, have more columns and a lower map. At the accessibility sizes fewer
    /// items are side by side, and captions wrap.
    public static func standard(_ layout: Layout, _ styles: TextStyles = .standard) -> LayoutStyle {
        let (headline, body, note) = (TextLine(styles[.headline]), TextLine(styles[.body]), styles[.badge])
        let price = TextLine(styles[.headline], maximumLines: 2)
        let label = TextLine(styles[.label], maximumLines: 2)
        let twoLines = Caption.text([price, body], bottom: 14)
        return switch layout {
        case .brand:
            LayoutStyle(
                scroll: .vertical,
                caption: .text([TextLine(styles[.display])], bottom: 8),
                note: note,
                rowSpacing: 0,
                separator: Separator(start: 16, end: 0)
            )
            .from(textScale: large) { $0.captionLineLimit = 3 }
        case .productXL: carousel(visibleItems: 1_500, styles, images: 10, caption: twoLines)
        case .productL: carousel(visibleItems: 2_500, styles, caption: twoLines)
        case .productM: carousel(visibleItems: 3_500, styles, caption: twoLines)
        case .productS: carousel(visibleItems: 4_500, styles, caption: .text([label], bottom: 6))
        case .productXS: carousel(visibleItems: 5_500, styles, rows: 2)
        case .productXXS: carousel(visibleItems: 6_500, styles, rows: 3)
        case .fullWidth:
            LayoutStyle(
                scroll: .vertical,
                aspectRatio: .landscape,
                imageLimit: 10,
                caption: .text([price, body, body], bottom: 18),
                note: note,
                rowSpacing: 16
            )
            .from(width: tabletWidth) { $0.columns = 2 }
            .from(textScale: large) { $0.captionLineLimit = 3 }
            .from(textScale: largest) { $0.columns = 1 }
        case .grid:
            LayoutStyle(scroll: .vertical, visibleItems: 2, aspectRatio: .landscape, caption: twoLines, note: note)
                .from(width: tabletWidth) { $0.columns = 3 }
                .from(width: 1_000) { $0.columns = 4 }
                .from(textScale: large) {
                    $0.columns = 1
                    $0.captionLineLimit = 3
                }
                .from(width: tabletWidth, textScale: large) { $0.columns = 2 }
        case .map:
            LayoutStyle(scroll: .none, aspectRatio: .landscape, note: note)
                .from(width: tabletWidth) { $0.aspectRatio = .panorama }
        case .banner:
            LayoutStyle(
                scroll: .horizontal,
                aspectRatio: .panorama,
                caption: Caption([headline, body], padding: Insets(top: 12, leading: 16, bottom: 12, trailing: 16)),
                captionPosition: .over,
                note: note
            )
            .from(textScale: large) {
                $0.captionPosition = .below
                $0.captionLineLimit = 3
            }
        case .infoCard:
            LayoutStyle(
                scroll: .vertical,
                caption: Caption(
                    [headline, TextLine(styles[.body], maximumLines: 2)],
                    padding: Insets(top: 19, leading: 16, bottom: 19, trailing: 16)
                ),
                note: note
            )
            .from(textScale: large) { $0.captionLineLimit = 6 }
        }
    }

    static let tabletWidth: Points = 700

    /// The least text scale of the accessibility sizes: Apple's first is 28 points for text of 17.
    private static let large = FixedPoint(thousandths: 1_600)
    /// From here on, a word of a caption takes the width of a phone.
    private static let largest = FixedPoint(thousandths: 2_400)

    /// One with captions shows fewer items at the accessibility sizes, so that the captions have room.
    private static func carousel(
        visibleItems thousandths: Int,
        _ styles: TextStyles,
        rows: Int = 1,
        images: Int = 1,
        caption: Caption = .none
    ) -> LayoutStyle {
        let style = LayoutStyle(
            scroll: .horizontal,
            visibleItems: FixedPoint(thousandths: thousandths),
            rows: rows,
            aspectRatio: .landscape,
            imageLimit: images,
            caption: caption,
            note: styles[.badge]
        )
        if caption.lines.isEmpty { return style }
        return
            style
            .from(textScale: large) {
                $0.visibleItems = FixedPoint(thousandths: 1_500)
                $0.captionLineLimit = 3
            }
            .from(width: tabletWidth, textScale: large) { $0.visibleItems = FixedPoint(thousandths: 2_500) }
            .from(textScale: largest) { $0.visibleItems = FixedPoint(thousandths: 1_100) }
            .from(width: tabletWidth, textScale: largest) { $0.visibleItems = FixedPoint(thousandths: 1_500) }
    }

    private func from(width: Points? = nil, textScale: FixedPoint? = nil, _ change: @escaping Change) -> LayoutStyle {
        var style = self
        style.steps.append((StyleThreshold(width: width, textScale: textScale), change))
        return style
    }
}

extension AspectRatio {
    static let landscape = AspectRatio(width: 4, height: 3)
    fileprivate static let panorama = AspectRatio(width: 5, height: 2)
}

extension Caption {
    /// Below an image.
    fileprivate static func text(_ lines: [TextLine], bottom: Points) -> Caption {
        Caption(lines, padding: Insets(top: 8, bottom: bottom))
    }
}
