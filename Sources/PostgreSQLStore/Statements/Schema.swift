/// The tables, and how a database of an earlier version comes by them.
///
/// Each step runs once, in a transaction of its own that holds the lock (``SQL/lockSchema``): however many Hearths start
/// together, one runs it and the others find it done. A Hearth that knows nothing of a step serves on while it runs and after
/// it, so that a step only adds: tables, columns that have a default, indexes. An index on a table that may be large already
/// is a step for itself.
///
/// Texts that are compared are compared byte by byte (`COLLATE "C"`), whatever the database's own order is.
enum Schema {
    /// Each step brings a database from the version of its index to the next one. A step that was released never changes.
    static let migrations = [catalogue, users, store]

    /// Listings, and the shop.
    private static let catalogue = """
        -- What a store calls an item. It grows along the order in which products and brands first came: keys are given under
        -- the writers' lock.
        CREATE SEQUENCE item_key AS bigint;

        -- Which listing has which id: unique over all markets, which an index of a table that is cut into markets cannot be.
        -- The revision stands here so that an import of what is there already reads nothing else.
        CREATE TABLE listing_key (
            id text COLLATE "C" PRIMARY KEY,
            key bigint NOT NULL,
            market text COLLATE "C" NOT NULL,
            revision bigint NOT NULL
        );

        -- place: longitude and latitude, in this order; images: as TextList has them.
        CREATE TABLE listing (
            key bigint NOT NULL,
            revision bigint NOT NULL,
            price bigint NOT NULL,
            listed_at bigint NOT NULL,
            expires_at bigint,
            bedrooms bigint,
            bathrooms double precision,
            area double precision,
            place point,
            status smallint NOT NULL,
            type smallint NOT NULL,
            market text COLLATE "C" NOT NULL,
            id text COLLATE "C" NOT NULL,
            currency text COLLATE "C" NOT NULL,
            title text COLLATE "C" NOT NULL,
            address text COLLATE "C",
            images text COLLATE "C" NOT NULL,
            PRIMARY KEY (market, key)
        );
        -- A home knows an item by its key alone.
        CREATE INDEX listing_by_key ON listing (key);
        -- ~listed_at is -listed_at - 1: it falls as the date grows and never overflows, and a position is one comparison of two
        -- columns that grow together.
        -- With all that a search asks of a listing and a page tells of it: a walk, which passes many for each that it finds, reads
        -- some pages of the index instead of one of the table for each listing, once a vacuum has been there.
        CREATE INDEX listing_by_date_in_market ON listing (market, (~listed_at), id) INCLUDE (
            listed_at, key, revision, price, expires_at, bedrooms, bathrooms, area, place, status, type
        ) WHERE status = 0;
        CREATE INDEX listing_by_date ON listing ((~listed_at), id) WHERE status = 0;
        CREATE INDEX listing_by_price ON listing (market, price) WHERE status = 0;
        -- Of those not on offer, too: a condition that no other index has keeps all others away.
        CREATE INDEX listing_by_place ON listing USING gist (place) WHERE place IS NOT NULL;

        -- How many users have opened a listing, beside it and not in it: a row of the listing itself is long, and would be
        -- written anew into all of its indexes with every opening. id, listed_at: as in listing, for the order.
        CREATE TABLE popularity (
            key bigint NOT NULL,
            opened_by bigint NOT NULL,
            listed_at bigint NOT NULL,
            market text COLLATE "C" NOT NULL,
            id text COLLATE "C" NOT NULL,
            PRIMARY KEY (market, key)
        );
        CREATE INDEX popularity_in_market ON popularity (market, opened_by DESC, listed_at DESC, id) WHERE opened_by > 0;
        CREATE INDEX popularity_in_order ON popularity (opened_by DESC, listed_at DESC, id) WHERE opened_by > 0;

        CREATE TABLE brand (
            key bigint PRIMARY KEY,
            revision bigint NOT NULL,
            id text COLLATE "C" NOT NULL UNIQUE,
            name text COLLATE "C" NOT NULL
        );

        -- The revision is the product's own, without its brand's name.
        CREATE TABLE product (
            key bigint PRIMARY KEY,
            revision bigint NOT NULL,
            brand bigint NOT NULL REFERENCES brand (key),
            price bigint NOT NULL,
            id text COLLATE "C" NOT NULL UNIQUE,
            currency text COLLATE "C" NOT NULL,
            title text COLLATE "C" NOT NULL,
            category text COLLATE "C",
            image text COLLATE "C"
        );
        CREATE INDEX product_by_brand ON product (brand, key);
        CREATE INDEX product_by_category ON product (category, key);

        CREATE TABLE collection (
            key bigint PRIMARY KEY,
            id text COLLATE "C" NOT NULL UNIQUE
        );
        -- arrival: the product's place in the collection; place: the collection's place in the product's list.
        CREATE TABLE collection_item (
            product bigint NOT NULL REFERENCES product (key),
            collection bigint NOT NULL REFERENCES collection (key),
            place bigint NOT NULL,
            arrival bigint GENERATED ALWAYS AS IDENTITY,
            PRIMARY KEY (product, collection)
        );
        CREATE UNIQUE INDEX collection_item_by_arrival ON collection_item (collection, arrival);
        """

    /// What users did. They are known by their ids, and are there for as long as there is something to tell of them.
    private static let users = """
        -- sequence: of one user, the greater the later. types: a bit for each type's code, 0 for any; the place is all there or
        -- not at all.
        CREATE TABLE search (
            user_id text COLLATE "C" NOT NULL,
            sequence bigint GENERATED ALWAYS AS IDENTITY,
            market text COLLATE "C",
            types bigint NOT NULL,
            \(ranges),
            PRIMARY KEY (user_id, sequence)
        );

        -- kind: 0 for a listing, 1 for a product; item: its key; sequence: the greater the later, and never given twice, to
        -- whichever user.
        CREATE TABLE opened (
            user_id text COLLATE "C" NOT NULL,
            item bigint NOT NULL,
            sequence bigint GENERATED ALWAYS AS IDENTITY,
            kind smallint NOT NULL,
            PRIMARY KEY (user_id, kind, item)
        );
        -- One for each kind, so that the look-up of an item, whose kind a plan does not know, has the primary key alone.
        CREATE UNIQUE INDEX opened_listings ON opened (user_id, sequence) WHERE kind = 0;
        CREATE UNIQUE INDEX opened_products ON opened (user_id, sequence) WHERE kind = 1;
        CREATE INDEX opened_by_listing ON opened (item) WHERE kind = 0;
        """

    /// The columns of what a search asks for, but for its market and its types.
    private static let ranges = """
        price_min bigint, price_max bigint, bedrooms_min bigint, bedrooms_max bigint, bathrooms_min double precision,
        bathrooms_max double precision, area_min double precision, area_max double precision,
        latitude double precision, longitude double precision, radius double precision
        """

    /// Feedback, and what concerns the store as a whole.
    private static let store = """
        -- user_id, item: ids, so that it is read as it stands; kind: 0 for a listing that was opened, 1 for a product, 2 for a
        -- search, whose columns are as in search.
        CREATE TABLE feedback (
            position bigint PRIMARY KEY,
            at bigint NOT NULL,
            kind smallint NOT NULL,
            user_id text COLLATE "C" NOT NULL,
            item text COLLATE "C",
            market text COLLATE "C",
            types bigint,
            \(ranges)
        );
        CREATE INDEX feedback_by_user ON feedback (user_id);

        -- One row, which whoever writes locks first and keeps until the end of the transaction: writers take turns, so that
        -- versions and positions grow in the order of the commits. The versions: each one greater once listings or products
        -- have changed; what anyone has opened; what is kept of users. timeline: the primary's when they last began anew, higher
        -- up, as they do with each promotion. feedback_position: the last one given. The page has room for many versions of
        -- the row.
        CREATE TABLE store (
            key smallint PRIMARY KEY CHECK (key = 1),
            catalogue_version bigint NOT NULL DEFAULT 0,
            openings_version bigint NOT NULL DEFAULT 0,
            users_version bigint NOT NULL DEFAULT 0,
            feedback_position bigint NOT NULL DEFAULT 0,
            lost_feedback bigint NOT NULL DEFAULT 0,
            timeline bigint NOT NULL,
            sealing_key bytea NOT NULL
        ) WITH (fillfactor = 10);
        -- 366 bits from the server's strong source, as 32 bytes.
        INSERT INTO store (key, timeline, sealing_key) VALUES (
            1,
            \(SQL.timeline),
            sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
        );
        """
}
