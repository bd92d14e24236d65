// The parts of the contract that the preview draws, under the names of the contract: see OpenAPI/openapi.json.

export interface Size { width: number; height: number }
export interface Insets { top: number; leading: number; bottom: number; trailing: number }
export interface TextStyle { size: number; lineHeight: number; weight: number; color?: string }
export type TextStyles = Record<string, TextStyle>;
export interface Line { style: string; lineHeight: number; maxLines: number }
export interface CaptionMetrics { position: "below" | "over"; height: number; padding: Insets; lines: Line[] }

export interface NoteMetrics extends Line { position: "caption" | "image"; height: number; inset?: number; padding?: Insets }

export interface BadgeMetrics {
  position: "beside" | "below"; height: number; padding: number; spacing: number; lineHeight: number; maxLines: number;
}

export interface ChipMetrics { style: string; spacing: number; height: number; padding: number; columnSpacing: number }

export interface BarMetrics {
  height: number; padding: Insets; lines?: Line[]; accessoryWidth?: number; badge?: BadgeMetrics; chips?: ChipMetrics;
}

export interface Bar {
  kind?: string; title?: string; subtitle?: string; href?: string; background?: string; metrics: BarMetrics;
}

export interface Metrics {
  height: number; rows: number; columns?: number; rowHeight: number; itemSize: Size; imageSize?: Size; cornerRadius?: number;
  caption?: CaptionMetrics; note?: NoteMetrics; contentInsets: Insets; columnSpacing: number; rowSpacing: number;
  scroll: "horizontal" | "vertical" | "none"; itemOrder?: "row" | "column";
  separator?: { color?: string; leading: number; trailing: number; thickness: number };
  columnSeparator?: { color?: string; top: number; bottom: number; offset: number; thickness: number };
}

export interface Money { amount: number; currency: string; formatted: string }
export interface ImageFile { url: string; width?: number; srcset?: { url: string; width: number }[] }

export interface Item {
  id: string; kind: string; title: string; caption: { text: string; former?: string }[]; note?: string; revision: string;
  accessibilityLabel: string; accessibilityValue?: string; tracking: string; href?: string; dismissible?: boolean;
  placeholder?: string; images?: ImageFile[]; category?: string; brand?: { id: string; name: string };
  attributes?: { [name: string]: unknown; type?: string; area?: number };
  price?: Money; previousPrice?: Money; latitude?: number; longitude?: number;
  distance?: { meters: number; text: string }; reason?: { kind: string; text: string };
  isNew?: boolean; saved?: boolean; newSinceLastVisit?: boolean; backInStock?: boolean;
  priceDrop?: { from: Money; to: Money; percent: number; text: string };
  error?: { code: string; message: string }; retry?: { href: string };
}

export interface Region { latitude: number; longitude: number; latitudeSpan: number; longitudeSpan: number }
export interface Cluster { latitude: number; longitude: number; items: number[] }
export interface Chip { id: string; title: string; selected: boolean; href: string }

/** The upper edges on the page. */
export interface Position { header: number; items: number; footer?: number }

export interface Widget {
  id: string; title: string; layout: string; state: "loaded" | "deferred" | "stale" | "empty" | "error"; age?: number; position: Position;
  revision: string; contentRevision: string; tracking: string; dismissible?: boolean; background?: string; selectedBackground?: string;
  badge?: { count?: number; text: string }; header: Bar; footer?: Bar; metrics: Metrics; items: Item[];
  filters?: Chip[]; sorts?: Chip[]; map?: { region: Region; clusters?: Cluster[] };
  href?: string; retry?: { href: string }; error?: { code: string; message: string };
  loadMore?: { href: string; metrics?: BarMetrics };
}

export type Palette = Record<string, { light: string; dark: string }>;

export interface Segment { id: string; title: string; active: boolean; href?: string }

export interface Home {
  revision: string; locale: string; direction: "ltr" | "rtl"; textStyles: TextStyles; palette: Palette; header: Bar; segments: Segment[];
  shown: string; contentHeight: number; homeWidgets: Widget[];
}

export interface Explanation {
  cards?: { shown: number; rendered: number };
  widgets: {
    id: string; state: string; gate?: string;
    loads: { source: string; state: string; microseconds: number; failure?: string }[];
    items: { found: number; surplus: number; shown: number }; reasons?: Record<string, number>;
  }[];
}

/** An event of `POST /users/{user}/events`. */
export interface UserEvent { type: "shown" | "opened" | "dismissed" | "saved" | "unsaved" | "undo"; item?: string; tracking?: string; at?: string }

/** The answer of `GET /users/{user}`. */
export interface UserRecord {
  user: string; search?: unknown; opened: string[]; saved: string[]; dismissed: string[];
  events: { type: string; item?: string; at: string }[]; [member: string]: unknown;
}

export interface Device {
  id: string; name: string; width: number; height: number; scale: number; platform: "ios" | "android";
  safeArea: { top: number; bottom: number }; cutout: "none" | "island" | "hole";
}
