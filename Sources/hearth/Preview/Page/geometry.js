// The frames of a widget's parts, from its metrics: in points, from the page's top leading corner.

// The frame of the items, as wide as the screen.
export function strip(metrics, width) {
  return { leading: 0, top: metrics.y - metrics.contentInsets.top, width, height: stripHeight(metrics) };
}

function stripHeight({ contentInsets, height }) {
  return contentInsets.top + height + contentInsets.bottom;
}

// The item at `index`.
export function item(metrics, index) {
  const { itemSize, contentInsets, columnSpacing, rowSpacing, rowHeight } = metrics;
  if (metrics.scroll === "none") return { leading: contentInsets.leading, top: contentInsets.top, ...itemSize };
  const fillsRows = metrics.itemOrder === "row";
  const across = fillsRows ? metrics.columns : metrics.rows;
  const [line, place] = [Math.floor(index / across), index % across];
  const [column, row] = fillsRows ? [place, line] : [line, place];
  return {
    leading: contentInsets.leading + column * (itemSize.width + columnSpacing),
    top: contentInsets.top + row * (rowHeight + rowSpacing),
    ...itemSize,
  };
}

// The content width of a carousel.
export function contentWidth(metrics, count) {
  const last = item(metrics, Math.max(0, count - 1));
  const columns = Math.ceil(count / metrics.rows);
  const first = item(metrics, Math.max(0, (columns - 1) * metrics.rows));
  return Math.max(last.leading, first.leading) + metrics.itemSize.width + metrics.contentInsets.trailing;
}

// The metrics of a vertical widget with `count` items.
export function grown(metrics, count) {
  if (metrics.scroll !== "vertical") return metrics;
  const rows = Math.ceil(count / metrics.columns);
  return { ...metrics, rows, height: rows * metrics.rowHeight + (rows - 1) * metrics.rowSpacing };
}

// Positions the widgets on the page: a widget that grew moves those below it.
export function shifted(widgets, heights) {
  let shift = 0;
  return widgets.map((widget, index) => {
    const moved = {
      ...widget,
      header: moveBar(widget.header, shift),
      metrics: { ...widget.metrics, y: widget.metrics.y + shift },
    };
    shift += widget.metrics.height - heights[index];
    if (widget.footer) moved.footer = moveBar(widget.footer, shift);
    return moved;
  });
}

function moveBar(bar, shift) {
  return { ...bar, metrics: { ...bar.metrics, y: bar.metrics.y + shift } };
}
