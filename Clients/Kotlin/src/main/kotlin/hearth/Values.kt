package hearth

import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable

// Strings with known values, of which a newer server may send others.

/** Draw an unknown state like `empty`. */
@Serializable @JvmInline
value class WidgetState(val value: String) {
    companion object {
        val loaded = WidgetState("loaded"); val stale = WidgetState("stale"); val empty = WidgetState("empty")
        val deferred = WidgetState("deferred"); val error = WidgetState("error")
    }
}

/** Draw an item of any kind from its caption and images. */
@Serializable @JvmInline
value class ItemKind(val value: String) {
    companion object {
        val listing = ItemKind("listing"); val product = ItemKind("product"); val brand = ItemKind("brand")
        val banner = ItemKind("banner"); val infoCard = ItemKind("infoCard"); val loadMore = ItemKind("loadMore")
        val error = ItemKind("error")
    }
}

// One of a few values. One that is absent, or that this version does not know, is read as the first; as null, if the
// member is optional.

@Serializable enum class Direction { @SerialName("ltr") leftToRight, @SerialName("rtl") rightToLeft }

@Serializable enum class HeaderKind { plain, tappable, empty }

/** With [none], all items are in one area, such as a map. */
@Serializable enum class Scroll { vertical, horizontal, none }

/** What items fill one after another: by default columns of a carousel, and rows of all others. */
@Serializable enum class ItemOrder { row, column }

/** A caption is below or over the image. */
@Serializable enum class CaptionPosition { below, over }

/** A badge is beside or below the title. */
@Serializable enum class BadgePosition { beside, below }

/** A note is below the lines of the caption, or a label over the image. */
@Serializable enum class NotePosition { caption, image }
