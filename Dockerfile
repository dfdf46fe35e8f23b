# The server for those who prefer containers; it needs a PostgreSQL to serve: see docker-compose.yml.
FROM swift:6.2-bookworm AS build
RUN apt-get update -q \
    && apt-get install -y -q --no-install-recommends libpq-dev libssl-dev libqrencode-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
RUN swift build -c release --product mock-postgrest --static-swift-stdlib \
    && cp "$(swift build -c release --show-bin-path)/mock-postgrest" /usr/local/bin/

FROM debian:bookworm-slim
RUN apt-get update -q \
    && apt-get install -y -q --no-install-recommends libpq5 libssl3 libqrencode4 ca-certificates tzdata \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --home-dir /srv/mock-postgrest server
COPY --from=build /usr/local/bin/mock-postgrest /usr/local/bin/
USER server
WORKDIR /srv/mock-postgrest
# Objects are kept here.
RUN mkdir .mock-postgrest
VOLUME /srv/mock-postgrest/.mock-postgrest
EXPOSE 54321
# Inside the container only: docker-compose.yml publishes the port on 127.0.0.1.
ENTRYPOINT ["mock-postgrest"]
CMD ["serve", "--host", "0.0.0.0"]
