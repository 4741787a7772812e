# The gateway, without what only its build needs: docs/deploy/docker.md.
FROM node:24-slim AS build
WORKDIR /src
COPY package.json package-lock.json tsconfig.json tsconfig.base.json LICENSE ./
COPY packages ./packages
COPY scripts ./scripts
COPY docs ./docs
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN npm run build
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund
RUN rm -rf packages/*/src packages/*/docs packages/*/dist/.tsbuildinfo

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /src/package.json ./
COPY --from=build /src/node_modules ./node_modules
COPY --from=build /src/packages ./packages
USER node
EXPOSE 4141
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:4141/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/packages/cli/bin/toolglot.js"]
CMD ["serve", "--host", "0.0.0.0", "--json"]
