PRAGMA user_version = 1;
CREATE TABLE listing (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    type INTEGER NOT NULL,
    price INTEGER NOT NULL,
    bedrooms INTEGER,
    bathrooms REAL,
    area REAL,
    latitude REAL,
    longitude REAL,
    listed_at INTEGER NOT NULL,
    market TEXT NOT NULL,
    currency TEXT NOT NULL,
    title TEXT NOT NULL,
    address TEXT,
    images TEXT NOT NULL
) STRICT;
-- Both carry all of a hit, so that the newest listings are read off the index alone.
CREATE INDEX listing_by_market ON listing
    (market, listed_at DESC, id, type, price, bedrooms, bathrooms, area, latitude, longitude, revision);
CREATE INDEX listing_by_date ON listing
    (listed_at DESC, id, type, price, bedrooms, bathrooms, area, latitude, longitude, revision);
CREATE VIRTUAL TABLE listing_place USING rtree (key, min_x, max_x, min_y, max_y, min_z, max_z);

CREATE TABLE brand (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    arrival INTEGER NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    name TEXT NOT NULL
) STRICT;

-- The revision is the product's own, without its brand's name.
CREATE TABLE product (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    arrival INTEGER NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    brand INTEGER NOT NULL REFERENCES brand (key),
    category TEXT,
    price INTEGER NOT NULL,
    currency TEXT NOT NULL,
    title TEXT NOT NULL,
    image TEXT
) STRICT;
CREATE INDEX product_by_brand ON product (brand, arrival);
CREATE INDEX product_by_category ON product (category, arrival);

CREATE TABLE collection (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE
) STRICT;
-- arrival: the product's place in the collection; place: the collection's place in the product's list.
CREATE TABLE collection_item (
    product INTEGER NOT NULL REFERENCES product (key),
    collection INTEGER NOT NULL REFERENCES collection (key),
    place INTEGER NOT NULL,
    arrival INTEGER NOT NULL,
    PRIMARY KEY (product, collection)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX collection_item_by_arrival ON collection_item (collection, arrival);

CREATE TABLE user (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE
) STRICT;
-- types: a bit for each type's code, 0 for any; the place is all there or not at all.
CREATE TABLE search (
    user INTEGER NOT NULL REFERENCES user (key) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    market TEXT,
    types INTEGER NOT NULL,
    price_min INTEGER,
    price_max INTEGER,
    bedrooms_min INTEGER,
    bedrooms_max INTEGER,
    bathrooms_min REAL,
    bathrooms_max REAL,
    area_min REAL,
    area_max REAL,
    latitude REAL,
    longitude REAL,
    radius REAL,
    PRIMARY KEY (user, sequence)
) STRICT, WITHOUT ROWID;
-- kind: 0 for a listing, 1 for a product; item: its key; sequence: the user's first opening of it.
CREATE TABLE opened (
    user INTEGER NOT NULL REFERENCES user (key) ON DELETE CASCADE,
    kind INTEGER NOT NULL,
    item INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    PRIMARY KEY (user, kind, item)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX opened_by_sequence ON opened (user, kind, sequence);
INSERT INTO listing VALUES (3, 'a', 3, 0, 100000, 2, NULL, NULL, 1, 2, 7, 'toledo', 'USD', 'A house', NULL, '1:x');
INSERT INTO listing_place VALUES (3, 0.9992386149554826, 0.9992386149554826, 0.03489418134011367, 0.03489418134011367, 0.01745240643728351, 0.01745240643728351);
INSERT INTO listing VALUES (4, 'b', 4, 0, 100000, 2, NULL, NULL, 1, 2, 7, 'toledo', 'USD', 'A house', NULL, '1:x');
INSERT INTO listing_place VALUES (4, 0.9992386149554826, 0.9992386149554826, 0.03489418134011367, 0.03489418134011367, 0.01745240643728351, 0.01745240643728351);
INSERT INTO listing VALUES (5, 'c', 5, 0, 100000, 2, NULL, NULL, 1, 2, 7, 'toledo', 'USD', 'A house', NULL, '1:x');
INSERT INTO listing_place VALUES (5, 0.9992386149554826, 0.9992386149554826, 0.03489418134011367, 0.03489418134011367, 0.01745240643728351, 0.01745240643728351);
INSERT INTO user VALUES (1, 'u'), (2, 'v');
INSERT INTO opened VALUES (1, 0, 4, 1), (2, 0, 4, 1), (2, 0, 3, 2), (2, 1, 5, 1);
INSERT INTO search (user, sequence, types, market) VALUES (1, 1, 0, 'oslo');
