SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.brand (
    key bigint NOT NULL,
    revision bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.collection (
    key bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.collection_item (
    product bigint NOT NULL,
    collection bigint NOT NULL,
    place bigint NOT NULL,
    arrival bigint NOT NULL
);
ALTER TABLE public.collection_item ALTER COLUMN arrival ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.collection_item_arrival_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.feedback (
    "position" bigint NOT NULL,
    at bigint NOT NULL,
    kind smallint NOT NULL,
    user_id text NOT NULL COLLATE pg_catalog."C",
    item text COLLATE pg_catalog."C",
    market text COLLATE pg_catalog."C",
    types bigint,
    price_min bigint,
    price_max bigint,
    bedrooms_min bigint,
    bedrooms_max bigint,
    bathrooms_min double precision,
    bathrooms_max double precision,
    area_min double precision,
    area_max double precision,
    latitude double precision,
    longitude double precision,
    radius double precision
);
CREATE SEQUENCE public.item_key
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.listing (
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
    market text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    address text COLLATE pg_catalog."C",
    images text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.listing_key (
    id text NOT NULL COLLATE pg_catalog."C",
    key bigint NOT NULL,
    market text NOT NULL COLLATE pg_catalog."C",
    revision bigint NOT NULL
);
CREATE TABLE public.opened (
    user_id text NOT NULL COLLATE pg_catalog."C",
    item bigint NOT NULL,
    sequence bigint NOT NULL,
    kind smallint NOT NULL
);
ALTER TABLE public.opened ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.opened_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.popularity (
    key bigint NOT NULL,
    opened_by bigint NOT NULL,
    listed_at bigint NOT NULL,
    market text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.product (
    key bigint NOT NULL,
    revision bigint NOT NULL,
    brand bigint NOT NULL,
    price bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    currency text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    category text COLLATE pg_catalog."C",
    image text COLLATE pg_catalog."C"
);
CREATE TABLE public.schema_version (
    key smallint NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT schema_version_key_check CHECK ((key = 1))
);
CREATE TABLE public.search (
    user_id text NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    market text COLLATE pg_catalog."C",
    types bigint NOT NULL,
    price_min bigint,
    price_max bigint,
    bedrooms_min bigint,
    bedrooms_max bigint,
    bathrooms_min double precision,
    bathrooms_max double precision,
    area_min double precision,
    area_max double precision,
    latitude double precision,
    longitude double precision,
    radius double precision
);
ALTER TABLE public.search ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.search_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.store (
    key smallint NOT NULL,
    catalogue_version bigint DEFAULT 0 NOT NULL,
    openings_version bigint DEFAULT 0 NOT NULL,
    users_version bigint DEFAULT 0 NOT NULL,
    feedback_position bigint DEFAULT 0 NOT NULL,
    lost_feedback bigint DEFAULT 0 NOT NULL,
    timeline bigint NOT NULL,
    sealing_key bytea NOT NULL,
    CONSTRAINT store_key_check CHECK ((key = 1))
)
WITH (fillfactor='10');
COPY public.brand (key, revision, id, name) FROM stdin;
2	-7581631996421263609	ami	AMI Paris
\.
COPY public.collection (key, id) FROM stdin;
5	k
6	l
26	sale
27	new
\.
COPY public.collection_item (product, collection, place, arrival) FROM stdin;
3	6	2	2
3	5	3	3
4	5	1	4
4	6	2	6
1	5	1	7
25	26	1	8
25	27	2	9
\.
COPY public.feedback ("position", at, kind, user_id, item, market, types, price_min, price_max, bedrooms_min, bedrooms_max, bathrooms_min, bathrooms_max, area_min, area_max, latitude, longitude, radius) FROM stdin;
2	1700000000	2	u	\N	oslo	65	5	\N	2	4	\N	1.5	50.5	\N	1	2	300
3	1700000000	0	u	l0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
4	1700000000	0	u	l1	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
5	1700000000	1	u	a	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
6	1700000000	0	u	l2	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
7	1700000000	0	v	l2	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
8	1700000000	1	v	a	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
9	1700000000	0	v	l3	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
10	1700000000	2	w	\N	\N	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
11	1700000000	0	x	l1	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
\.
COPY public.listing (key, revision, price, listed_at, expires_at, bedrooms, bathrooms, area, place, status, type, market, id, currency, title, address, images) FROM stdin;
8	-2801489224873568578	1	7	\N	\N	\N	\N	\N	0	6	oslo	x	USD	House x	\N	
9	3084048022909322874	1	7	\N	\N	\N	\N	\N	0	6	oslo	z	USD	House z	\N	
10	619245632495255030	1	7	\N	\N	\N	\N	\N	0	6	oslo	y	USD	House y	\N	
11	4996290790326287025	12345	1699999999	1800000000	3	1.5	82.25	(-0.376,39.47)	0	5	valencia	house	EUR	Casa 🏡	Carrer de la Pau 1	25:https://example.org/1.jpg,25:https://example.org/2.jpg
12	-3596231202461425418	9223372036854775807	-9223372036854775808	9223372036854775807	0	0.1	0.30000000000000004	(180,-90)	0	8	a	odd	JPY			0:,4:1:x,,2:ü
13	472226181880184364	0	0	\N	\N	-0	\N	(-180,1e-13)	0	0	a	quoted	USD	'􏿽1\\"\t\n;--	\N	
14	2748357424239662599	1	7	\N	\N	\N	\N	\N	2	6	oslo	sold	USD	House sold	\N	
15	-4338956120131031169	1	7	\N	\N	\N	\N	\N	1	6	oslo	hidden	USD	House hidden	\N	
16	3398060101601315330	1	7	\N	\N	\N	\N	\N	0	0	oslo	l0	USD	House l0	\N	
18	6731134063666148553	1	7	\N	\N	\N	\N	\N	0	2	oslo	l2	USD	House l2	\N	
19	6510148431452542998	1	7	\N	\N	\N	\N	\N	0	3	oslo	l3	USD	House l3	\N	
20	-2510779793787604078	1	7	\N	\N	\N	\N	\N	0	4	oslo	l4	USD	House l4	\N	
21	5374696711501718923	1	7	\N	\N	\N	\N	\N	0	5	oslo	l5	USD	House l5	\N	
22	-8781618267263578132	1	7	\N	\N	\N	\N	\N	0	6	oslo	l6	USD	House l6	\N	
23	7826735667535386735	1	7	\N	\N	\N	\N	\N	0	7	oslo	l7	USD	House l7	\N	
24	773749727945207907	1	7	\N	\N	\N	\N	\N	0	8	oslo	l8	USD	House l8	\N	
\.
COPY public.listing_key (id, key, market, revision) FROM stdin;
x	8	oslo	-2801489224873568578
z	9	oslo	3084048022909322874
y	10	oslo	619245632495255030
house	11	valencia	4996290790326287025
odd	12	a	-3596231202461425418
quoted	13	a	472226181880184364
sold	14	oslo	2748357424239662599
hidden	15	oslo	-4338956120131031169
l0	16	oslo	3398060101601315330
l2	18	oslo	6731134063666148553
l3	19	oslo	6510148431452542998
l4	20	oslo	-2510779793787604078
l5	21	oslo	5374696711501718923
l6	22	oslo	-8781618267263578132
l7	23	oslo	7826735667535386735
l8	24	oslo	773749727945207907
\.
COPY public.opened (user_id, item, sequence, kind) FROM stdin;
u	16	1	0
u	3	3	1
u	18	4	0
v	18	5	0
v	3	6	1
v	19	7	0
\.
COPY public.popularity (key, opened_by, listed_at, market, id) FROM stdin;
16	1	7	oslo	l0
18	2	7	oslo	l2
19	1	7	oslo	l3
\.
COPY public.product (key, revision, brand, price, id, currency, title, category, image) FROM stdin;
3	-1925500203989711879	2	2	a	EUR	Shoes	\N	\N
4	4430964285174721828	2	2	c	EUR	Shoes	\N	\N
1	-875799661634648009	2	2	b	EUR	Shoes	\N	\N
25	2180732731995047992	2	2000	shoes	USD	Shoes	sneakers	https://example.org/s.jpg
\.
COPY public.schema_version (key, version) FROM stdin;
1	3
\.
COPY public.search (user_id, sequence, market, types, price_min, price_max, bedrooms_min, bedrooms_max, bathrooms_min, bathrooms_max, area_min, area_max, latitude, longitude, radius) FROM stdin;
u	1	earlier	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
u	2	oslo	65	5	\N	2	4	\N	1.5	50.5	\N	1	2	300
w	3	\N	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
\.
COPY public.store (key, catalogue_version, openings_version, users_version, feedback_position, lost_feedback, timeline, sealing_key) FROM stdin;
1	10	4	7	11	0	1	\\x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
\.
SELECT pg_catalog.setval('public.collection_item_arrival_seq', 9, true);
SELECT pg_catalog.setval('public.item_key', 27, true);
SELECT pg_catalog.setval('public.opened_sequence_seq', 8, true);
SELECT pg_catalog.setval('public.search_sequence_seq', 3, true);
ALTER TABLE ONLY public.brand
    ADD CONSTRAINT brand_id_key UNIQUE (id);
ALTER TABLE ONLY public.brand
    ADD CONSTRAINT brand_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.collection
    ADD CONSTRAINT collection_id_key UNIQUE (id);
ALTER TABLE ONLY public.collection_item
    ADD CONSTRAINT collection_item_pkey PRIMARY KEY (product, collection);
ALTER TABLE ONLY public.collection
    ADD CONSTRAINT collection_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY public.listing_key
    ADD CONSTRAINT listing_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.listing
    ADD CONSTRAINT listing_pkey PRIMARY KEY (market, key);
ALTER TABLE ONLY public.opened
    ADD CONSTRAINT opened_pkey PRIMARY KEY (user_id, kind, item);
ALTER TABLE ONLY public.popularity
    ADD CONSTRAINT popularity_pkey PRIMARY KEY (market, key);
ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_id_key UNIQUE (id);
ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.schema_version
    ADD CONSTRAINT schema_version_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.search
    ADD CONSTRAINT search_pkey PRIMARY KEY (user_id, sequence);
ALTER TABLE ONLY public.store
    ADD CONSTRAINT store_pkey PRIMARY KEY (key);
CREATE UNIQUE INDEX collection_item_by_arrival ON public.collection_item USING btree (collection, arrival);
CREATE INDEX feedback_by_user ON public.feedback USING btree (user_id);
CREATE INDEX listing_by_date ON public.listing USING btree (((~ listed_at)), id) WHERE (status = 0);
CREATE INDEX listing_by_date_in_market ON public.listing USING btree (market, ((~ listed_at)), id) INCLUDE (listed_at, key, revision, price, expires_at, bedrooms, bathrooms, area, place, status, type) WHERE (status = 0);
CREATE INDEX listing_by_key ON public.listing USING btree (key);
CREATE INDEX listing_by_place ON public.listing USING gist (place) WHERE (place IS NOT NULL);
CREATE INDEX listing_by_price ON public.listing USING btree (market, price) WHERE (status = 0);
CREATE INDEX opened_by_listing ON public.opened USING btree (item) WHERE (kind = 0);
CREATE UNIQUE INDEX opened_listings ON public.opened USING btree (user_id, sequence) WHERE (kind = 0);
CREATE UNIQUE INDEX opened_products ON public.opened USING btree (user_id, sequence) WHERE (kind = 1);
CREATE INDEX popularity_in_market ON public.popularity USING btree (market, opened_by DESC, listed_at DESC, id) WHERE (opened_by > 0);
CREATE INDEX popularity_in_order ON public.popularity USING btree (opened_by DESC, listed_at DESC, id) WHERE (opened_by > 0);
CREATE INDEX product_by_brand ON public.product USING btree (brand, key);
CREATE INDEX product_by_category ON public.product USING btree (category, key);
ALTER TABLE ONLY public.collection_item
    ADD CONSTRAINT collection_item_collection_fkey FOREIGN KEY (collection) REFERENCES public.collection(key);
ALTER TABLE ONLY public.collection_item
    ADD CONSTRAINT collection_item_product_fkey FOREIGN KEY (product) REFERENCES public.product(key);
ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_brand_fkey FOREIGN KEY (brand) REFERENCES public.brand(key);
