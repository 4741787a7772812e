import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const SHARED = [
  "test/**/*.test.ts",
  "packages/core/test/**/*.test.ts",
  "packages/gateway/test/{config,matrix,responses-state,sim,store,transports}/**/*.test.ts",
];

export default defineConfig({
  resolve: {
    alias: {
      "@toolglot/core/suggest": fileURLToPath(new URL("packages/core/src/suggest.ts", import.meta.url)),
      "@toolglot/core": fileURLToPath(new URL("packages/core/src/index.ts", import.meta.url)),
      "@toolglot/toolbox": fileURLToPath(new URL("packages/toolbox/src/index.ts", import.meta.url)),
      "@toolglot/gateway": fileURLToPath(new URL("packages/gateway/src/index.ts", import.meta.url)),
    },
  },
  test: {
    testTimeout: 120_000,
    maxWorkers: 2,
    projects: [
      // These leave nothing behind, so that one process loads the library once for many files: a second less for each.
      { extends: true, test: { name: "shared", include: SHARED, isolate: false } },
      // These measure memory, change the environment or keep servers running: each file has a process of its own.
      { extends: true, test: { name: "single", include: ["packages/*/test/**/*.test.ts"], exclude: SHARED } },
    ],
  },
});
