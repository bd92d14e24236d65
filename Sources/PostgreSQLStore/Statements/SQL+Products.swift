extension SQL {
    /// Adds or replaces products, their brands and collections. No product stands in a batch twice (see `SQL+Catalogue`); a
    /// brand may, under another name each time.
    /// - Parameters: arrays of one length: 1 revisions int8[] (the products' own), 2 ids text[], 3 titles text[], 4 brands' ids
    ///   text[], 5 brands' revisions int8[], 6 brands' names text[], 7 prices int8[], 8 currencies text[], 9 categories text[],
    ///   10 images text[]; and of another length, for each collection that a product stands in, each once and in its order: 11
    ///   numbers int8[] of products (from 1 on), 12 ids text[].
    /// - Columns: int2 for each product in its order: 0 where it was added, 1 changed, 2 unchanged.
    static let putProductsText = """
        WITH known AS MATERIALIZED (
            SELECT given.*, product.key AS known_key, brand.key AS brand_key, brand.revision AS known_brand, CASE
                WHEN product.key IS NULL THEN 0
                WHEN product.revision <> given.revision THEN 1
                WHEN coalesce(given.brand_before, brand.revision) IS DISTINCT FROM given.brand_revision THEN 1
                ELSE 2
            END::int2 AS outcome, product.revision IS DISTINCT FROM given.revision AS is_news
            FROM (
                SELECT given.*, lag(brand_revision) OVER brands AS brand_before,
                    lead(number) OVER brands IS NULL AS names_brand, first_value(number) OVER brands AS brand_number
                FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::int8[], $6::text[], $7::int8[], $8::text[],
                    $9::text[], $10::text[]) WITH ORDINALITY AS given (revision, id, title, brand_id, brand_revision,
                    brand_name, price, currency, category, image, number)
                WINDOW brands AS (PARTITION BY brand_id ORDER BY number)
            ) AS given
            \(lookUpIfAny("product", where: "product.id = given.id"))
            \(lookUpIfAny("brand", where: "brand.id = given.brand_id"))
        ), makers AS MATERIALIZED (
            SELECT brand_id, brand_revision, brand_name, brand_key IS NULL AS is_new,
                coalesce(brand_key, nextval('item_key')) AS key
            FROM (
                SELECT * FROM known WHERE names_brand AND known_brand IS DISTINCT FROM brand_revision ORDER BY brand_number
            ) AS changed
        ), put_brands AS (
            INSERT INTO brand (key, revision, id, name) SELECT key, brand_revision, brand_id, brand_name FROM makers
            ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, name = excluded.name
        ), news AS MATERIALIZED (
            SELECT coalesce(known_key, nextval('item_key')) AS key, coalesce(
                brand_key, (SELECT makers.key FROM makers WHERE is_new AND makers.brand_id = changed.brand_id)
            ) AS brand, changed.*
            FROM (SELECT * FROM known WHERE is_news ORDER BY number) AS changed
        ), put AS (
            INSERT INTO product (key, revision, brand, price, id, currency, title, category, image)
            SELECT key, revision, brand, price, id, currency, title, category, image FROM news
            ON CONFLICT (id) DO UPDATE SET (revision, brand, price, currency, title, category, image)
            = (excluded.revision, excluded.brand, excluded.price, excluded.currency, excluded.title, excluded.category,
                excluded.image)
        ), keys AS MATERIALIZED (
            -- By number, 0 where nothing changes: no join to be searched for each collection.
            SELECT array_agg(key ORDER BY number) AS keys
            FROM (SELECT key, number FROM news UNION ALL SELECT 0, number FROM known WHERE NOT is_news) AS all_given
        ), listed AS MATERIALIZED (
            SELECT keys.keys[listed.number] AS product, listed.id, listed.place
            FROM keys CROSS JOIN unnest($11::int8[], $12::text[]) WITH ORDINALITY AS listed (number, id, place)
            WHERE keys.keys[listed.number] <> 0
        ), gathered AS MATERIALIZED (
            SELECT id, known_key IS NULL AS is_new, coalesce(known_key, nextval('item_key')) AS key
            FROM (
                SELECT listed.id, collection.key AS known_key
                FROM listed \(lookUpIfAny("collection", where: "collection.id = listed.id"))
                GROUP BY listed.id, collection.key ORDER BY min(listed.place)
            ) AS listed
        ), put_collections AS (
            INSERT INTO collection (key, id) SELECT key, id FROM gathered WHERE is_new
        ), items AS MATERIALIZED (
            SELECT listed.product, gathered.key AS collection, listed.place
            FROM listed JOIN gathered ON gathered.id = listed.id
        ), left_behind AS (
            DELETE FROM collection_item
            WHERE product = ANY (ARRAY(SELECT key FROM news)) AND NOT EXISTS (
                SELECT FROM items
                WHERE items.product = collection_item.product AND items.collection = collection_item.collection
            )
        ), put_items AS (
            INSERT INTO collection_item (product, collection, place)
            SELECT product, collection, place FROM items ORDER BY place
            ON CONFLICT (product, collection) DO UPDATE SET place = excluded.place
        ), noted AS (
            UPDATE store SET catalogue_version = catalogue_version + 1
            WHERE key = 1 AND EXISTS (SELECT FROM known WHERE outcome <> 2)
        )
        SELECT outcome FROM known ORDER BY number
        """
}
