public import Revisions

// Every engine stores these, so that a listing has the same revision whichever engine holds it.

extension Listing {
    /// The revision of all that the listing says.
    public var revision: Revision {
        Revision {
            $0.combine(id)
            $0.combine(title)
            $0.combine(type.code)
            $0.combine(price)
            $0.combine(bedrooms) { $0.combine($1) }
            $0.combine(bathrooms) { $0.combine($1) }
            $0.combine(area) { $0.combine($1) }
            $0.combine(place) {
                $0.combine($1.latitude)
                $0.combine($1.longitude)
            }
            $0.combine(address) { $0.combine($1) }
            $0.combine(market)
            $0.combine(listedAt)
            $0.combine(images)
            // The rule, and what every listing was before there was another, adds nothing: its revision stays.
            if status != .active || expiresAt != nil {
                $0.combine(status.code)
                $0.combine(expiresAt) { $0.combine($1) }
            }
        }
    }
}

extension Product {
    /// The revision of all that the product says of itself: everything but the name of its brand.
    public var ownRevision: Revision {
        Revision {
            $0.combine(id)
            $0.combine(title)
            $0.combine(brand.id)
            $0.combine(price)
            $0.combine(category) { $0.combine($1) }
            $0.combine(image) { $0.combine($1) }
            $0.combine(collections)
        }
    }

    /// The revision of the product's content, its brand's name included.
    ///
    /// Composed of two, so that a brand that changes its name changes one row and not each of its products'.
    public var revision: Revision { Self.revision(own: ownRevision, brand: brand.revision) }

    /// The revision of a product of this ``ownRevision`` by the brand of this ``Brand/revision``.
    public static func revision(own: Revision, brand: Revision) -> Revision {
        Revision {
            $0.combine(own)
            $0.combine(brand)
        }
    }
}

extension Brand {
    /// The revision of the brand's identifier and name.
    public var revision: Revision {
        Revision {
            $0.combine(id)
            $0.combine(name)
        }
    }
}

extension RevisionHasher {
    fileprivate mutating func combine(_ money: Money) {
        combine(money.amount)
        combine(money.currency)
    }

    fileprivate mutating func combine(_ texts: [String]) {
        combine(texts.count)
        for text in texts { combine(text) }
    }
}
