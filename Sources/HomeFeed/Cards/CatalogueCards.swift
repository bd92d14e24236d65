import HomeDocument
import HomeLayout
import Catalogue
import Words

extension Card {
    /// The card of a listing.
    convenience init(_ listing: Listing, _ words: Wording) {
        let text = CardText(words)
        let price = text.price(listing.price)
        self.init(
            id: ItemID(kind: .listing, id: listing.id).description,
            kind: .listing,
            image: listing.images.first,
            label: text.label(listing, price: price)
        ) {
            $0.member("title", listing.title)
            if let facts = text.facts(listing) { $0.member("subtitle", facts) }
            $0.member("price", listing.price, as: price)
            $0.member("type", listing.type.rawValue)
            if let bedrooms = listing.bedrooms { $0.member("bedrooms", bedrooms) }
            if let bathrooms = listing.bathrooms { $0.member("bathrooms", bathrooms) }
            if let area = listing.area { $0.member("area", area) }
            if let address = listing.address { $0.member("address", address) }
            if let place = listing.place {
                $0.member("latitude", place.latitude)
                $0.member("longitude", place.longitude)
            }
            $0.member("market", listing.market)
            $0.member("listedAt", CardText.day(listing.listedAt))
            $0.member("href", "/listings/\(PercentEncoding.encode(listing.id))")
        }
    }

    /// The card of a product.
    convenience init(_ product: Product, _ words: Wording) {
        let text = CardText(words)
        let price = text.price(product.price)
        self.init(
            id: ItemID(kind: .product, id: product.id).description,
            kind: .product,
            image: product.image,
            label: text.label(product, price: price)
        ) {
            $0.member("title", product.title)
            $0.object("brand") {
                $0.member("id", product.brand.id)
                $0.member("name", product.brand.name)
            }
            $0.member("price", product.price, as: price)
            if let category = product.category { $0.member("category", category) }
            $0.member("href", "/products/\(PercentEncoding.encode(product.id))")
        }
    }

    /// The card of a brand.
    convenience init(_ brand: Brand) {
        self.init(id: "brand:\(brand.id)", kind: .brand, label: brand.name) {
            $0.member("title", brand.name)
            $0.member("href", "/brands/\(PercentEncoding.encode(brand.id))")
        }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ key: StaticString, _ price: Money, as formatted: String) {
        object(key) {
            $0.member("amount", Int(price.amount))
            $0.member("currency", price.currency)
            $0.member("formatted", formatted)
        }
    }
}
