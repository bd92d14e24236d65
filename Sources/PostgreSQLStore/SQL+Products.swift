extension SQL {
    /// Adds or replaces products, their brands and collections. No product stands in a batch twice (see `SQL+Catalogue`); a
    /// brand may, under another name each time.
    /// - Parameters: arrays of one length: 1 revisions int8[] (the products' own), 2 ids text[], 3 titles text[], 4 brands' ids
    ///   text[], 5 brands' revisions int8[], 6 brands' names text[], 7 prices int8[], 8 currencies text[], 9 categories text[],
    ///   10 images text[]; and of another length, for each collection that a product stands in, each once and in its order: 11
    ///   numbers int8[] of products (from 1 on), 12 ids text[].
    /// - Columns: int2 for each product in its order: 0 where it was added, 1 changed, 2 unchanged.
    static let putProductsText = """
        WITH given AS MATERIALIZED (
            SELECT * FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::int8[], $6::text[], $7::int8[],
                $8::text[], $9::text[], $10::text[]) WITH ORDINALITY AS given (revision, id, title, brand_id, brand_revision,
                brand_name, price, currency, category, image, number)
        ), named AS MATERIALIZED (
            SELECT number, brand_id, brand_revision, brand_name,
                lag(brand_revision) OVER (PARTITION BY brand_id ORDER BY number) AS brand_before,
                lead(number) OVER (PARTITION BY brand_id ORDER BY number) IS NULL AS is_last,
                min(number) OVER (PARTITION BY brand_id) AS first
            FROM given
        ), makers AS MATERIALIZED (
            SELECT id, brand_revision, brand_name, known_revision, coalesce(known_key, nextval('item_key')) AS key
            FROM (
                SELECT named.brand_id AS id, named.brand_revision, named.brand_name, brand.revision AS known_revision,
                    brand.key AS known_key
                FROM named LEFT JOIN brand ON brand.id = named.brand_id WHERE is_last ORDER BY first
            ) AS last
        ), put_brands AS (
            INSERT INTO brand (key, revision, id, name)
            SELECT key, brand_revision, id, brand_name FROM makers WHERE brand_revision IS DISTINCT FROM known_revision
            ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, name = excluded.name
        ), known AS MATERIALIZED (
            SELECT given.*, makers.key AS brand, product.key AS known_key, CASE
                WHEN product.key IS NULL THEN 0
                WHEN product.revision <> given.revision THEN 1
                WHEN coalesce(named.brand_before, makers.known_revision) IS DISTINCT FROM named.brand_revision THEN 1
                ELSE 2
            END::int2 AS outcome, product.revision IS DISTINCT FROM given.revision AS is_news
            FROM given JOIN named ON named.number = given.number JOIN makers ON makers.id = given.brand_id
            LEFT JOIN product ON product.id = given.id
        ), news AS MATERIALIZED (
            SELECT coalesce(known_key, nextval('item_key')) AS key, known.*
            FROM (SELECT * FROM known WHERE is_news ORDER BY number) AS known
        ), put AS (
            INSERT INTO product (key, revision, brand, price, id, currency, title, category, image)
            SELECT key, revision, brand, price, id, currency, title, category, image FROM news
            ON CONFLICT (id) DO UPDATE SET (revision, brand, price, currency, title, category, image)
            = (excluded.revision, excluded.brand, excluded.price, excluded.currency, excluded.title, excluded.category,
                excluded.image)
        ), listed AS MATERIALIZED (
            SELECT listed.number, listed.id, listed.place, news.key AS product
            FROM unnest($11::int8[], $12::text[]) WITH ORDINALITY AS listed (number, id, place)
            JOIN news ON news.number = listed.number
        ), gathered AS MATERIALIZED (
            SELECT id, known_key, coalesce(known_key, nextval('item_key')) AS key
            FROM (
                SELECT listed.id, collection.key AS known_key
                FROM listed LEFT JOIN collection ON collection.id = listed.id
                GROUP BY listed.id, collection.key ORDER BY min(listed.place)
            ) AS listed
        ), put_collections AS (
            INSERT INTO collection (key, id) SELECT key, id FROM gathered WHERE known_key IS NULL
        ), left_behind AS (
            DELETE FROM collection_item USING news
            WHERE collection_item.product = news.key AND collection_item.collection NOT IN (
                SELECT gathered.key FROM listed JOIN gathered ON gathered.id = listed.id WHERE listed.product = news.key
            )
        ), put_items AS (
            INSERT INTO collection_item (product, collection, place)
            SELECT listed.product, gathered.key, listed.place
            FROM listed JOIN gathered ON gathered.id = listed.id
            ORDER BY listed.place
            ON CONFLICT (product, collection) DO UPDATE SET place = excluded.place
        ), noted AS (
            UPDATE store SET catalogue_version = catalogue_version + 1
            WHERE key = 1 AND EXISTS (SELECT FROM known WHERE outcome <> 2)
        )
        SELECT outcome FROM known ORDER BY number
        """
}
