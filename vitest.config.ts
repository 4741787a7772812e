import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

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
      {
        extends: true,
        test: {
          name: "values",
          include: ["test/**/*.test.ts", "packages/core/test/**/*.test.ts"],
          // The library keeps nothing, and neither do its tests: to load it anew for each file would take a second each.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "processes",
          include: ["packages/{toolbox,gateway,cli}/test/**/*.test.ts"],
        },
      },
    ],
  },
});
