# The gateway with its dashboard, and the command `soapstone`, as an unprivileged user.
#
# scripts/image.mjs builds and checks it without a container engine. See docs/deployment.md.

FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml turbo.json tsconfig.base.json ./
COPY scripts scripts
# The mapping rules, which packages include.
COPY docs/json-mapping.md docs/json-mapping.md
COPY packages packages
COPY apps apps
COPY bench/package.json bench/package.json
COPY conformance/package.json conformance/package.json
COPY docs/site/package.json docs/site/package.json
COPY testing/package.json testing/package.json
COPY examples/libraries/package.json examples/libraries/package.json
COPY examples/user-directory/package.json examples/user-directory/package.json
# Installs only what the build of the gateway and the dashboard needs, without benchmarks, conformance suites and the documentation site.
RUN npx --yes pnpm@10.34.9 install --frozen-lockfile --ignore-scripts \
      --filter soapstone --filter '@soapstone/gateway...' --filter '@soapstone/dashboard...' --filter '@soapstone/cli...' \
 && node scripts/deploy.mjs /out

FROM node:22-bookworm-slim
ENV NODE_ENV=production \
    UV_THREADPOOL_SIZE=64 \
    HOST=0.0.0.0 \
    DATA_DIR=/data
COPY --from=build --chown=root:root /out /app
RUN mkdir /data && chown node:node /data && ln -s /app/cli/dist/main.js /usr/local/bin/soapstone
USER node
WORKDIR /app
VOLUME /data
EXPOSE 8443 8080
# The health check does not verify the certificate, because the gateway asks itself. Behind a proxy it uses plain HTTP.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "/app/gateway/dist/healthcheck.js"]
# Node is process 1, so it receives SIGTERM and drains.
CMD ["node", "--max-semi-space-size=32", "--min-semi-space-size=32", "--heap-growing-percent=100", "/app/gateway/dist/main.js"]
