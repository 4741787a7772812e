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
    include: ["test/**/*.test.ts", "packages/*/test/**/*.test.ts"],
    testTimeout: 120_000,
    maxWorkers: 2,
  },
});
