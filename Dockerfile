# The build: all of it happens here, so that the image below has no compiler and no source.
FROM swift:6.3-bookworm AS build
# What is installed is what is patched today, here and below.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        ca-certificates libcurl4-openssl-dev libisal-dev libpq-dev libsqlite3-dev libssl-dev zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /hearth
COPY . .
# Relative relocations take 2 MB less, and LLVM's linker knows them.
RUN --mount=type=cache,target=/hearth/.build \
    swift build -c release --product hearth --static-swift-stdlib \
        -Xswiftc -use-ld=lld -Xlinker -s -Xlinker -z -Xlinker pack-relative-relocs \
    && cp "$(swift build -c release --static-swift-stdlib --show-bin-path)/hearth" /usr/local/bin/hearth
RUN mkdir /sample \
    && hearth import --store /sample/hearth.store \
        --mapping Config/mappings/sample-listings.json Config/sample/listings.csv.gz \
    && hearth import --store /sample/hearth.store \
        --mapping Config/mappings/sample-shop.json Config/sample/shop.csv \
    && chmod -R g=u /sample

# What runs: the program, the libraries that it needs, the sample config and a store of the sample.
FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="Hearth" \
    org.opencontainers.image.base.name="docker.io/library/debian:bookworm-slim" \
    org.opencontainers.image.description="The backend of an app's home screen" \
    org.opencontainers.image.licenses="MIT"
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends libcurl4 libisal2 libpq5 libsqlite3-0 libssl3 zlib1g \
    && apt-get clean \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/cache/debconf/*-old /var/lib/dpkg/*-old /var/log/* \
        /usr/share/man/* /usr/share/doc/*/*.gz /usr/share/locale/*/LC_MESSAGES/libpq5-* \
    && useradd --system --uid 10001 --gid 0 --home-dir /var/lib/hearth --shell /usr/sbin/nologin hearth \
    && install --directory --owner=10001 --group=0 --mode=0770 /var/lib/hearth
# The authorities that sign a recommendation service's certificate, without the programs that maintain the list.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /usr/local/bin/hearth /usr/local/bin/hearth
COPY Config/home.json /etc/hearth/home.json
COPY Config/localization /etc/hearth/localization
COPY Config/mappings /etc/hearth/mappings
# The group can do what the owner can, since OpenShift chooses the user, and only the group is known: 0.
COPY --from=build --chown=10001:0 /sample/hearth.store /var/lib/hearth/hearth.store
USER 10001:0
WORKDIR /var/lib/hearth
VOLUME /var/lib/hearth
ENV HEARTH_CONFIG=/etc/hearth/home.json \
    HEARTH_STORE=/var/lib/hearth/hearth.store \
    HEARTH_HOST=0.0.0.0 \
    HEARTH_PORT=8080
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["hearth", "probe"]
ENTRYPOINT ["hearth"]
CMD ["serve"]
