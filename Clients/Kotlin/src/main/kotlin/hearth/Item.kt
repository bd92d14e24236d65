package hearth

import kotlinx.serialization.Serializable

/** One cell of a widget, of any kind. */
@Serializable data class Item(
    val id: String, val kind: ItemKind, val title: String,
    /** Line `i` is drawn in line `i` of the metrics' caption. */
    val caption: LossyList<CaptionLine> = emptyList(), val note: String? = null, val href: String? = null,
    val accessibilityLabel: String, val accessibilityValue: String? = null,
    /** Equal revisions mean equal content, apart from `tracking`. */
    val revision: String, val tracking: String, val dismissible: Boolean? = null, val isNew: Boolean? = null,
    val saved: Boolean? = null, val backInStock: Boolean? = null, val newSinceLastVisit: Boolean? = null,
    /** The colour in the place of an image that is not there yet: `#rrggbb`. */
    val placeholder: String? = null, val images: LossyList<ItemImage> = emptyList(),
    val attributes: LossyMap<AttributeValue> = emptyMap(), val category: String? = null,
    val address: String? = null, val market: String? = null, val listedAt: String? = null,
    val match: String? = null, val latitude: Double? = null, val longitude: Double? = null,
    val brand: Brand? = null, val price: Money? = null, val previousPrice: Money? = null,
    val distance: Distance? = null, val reason: Reason? = null, val priceDrop: PriceDrop? = null,
    /** Of a cell for a part that could not be loaded. */
    val error: LoadError? = null, val retry: Retry? = null,
)

/** `former` is drawn after the text, struck through. */
@Serializable data class CaptionLine(val text: String, val former: String? = null)

/** Width and height are in pixels. */
@Serializable data class ItemImage(
    val url: String, val width: Int? = null, val height: Int? = null, val srcset: LossyList<ItemImage> = emptyList(),
)

@Serializable data class Brand(val id: String, val name: String)

/** The amount is in minor units of the currency. */
@Serializable data class Money(val amount: Long, val currency: String, val formatted: String)

@Serializable data class Distance(val meters: Double, val text: String)

@Serializable data class Reason(val kind: String, val text: String, val item: String? = null)

/** `seen`: the user saw the former price. */
@Serializable data class PriceDrop(
    val from: Money, val to: Money, val percent: Double, val seen: Boolean, val text: String,
)


@Serializable(AttributeValueSerializer::class)
sealed interface AttributeValue {
    data class Number(val value: Double) : AttributeValue
    data class Text(val value: String) : AttributeValue
    data class Flag(val value: Boolean) : AttributeValue
    data class Amount(val value: Money) : AttributeValue
}
