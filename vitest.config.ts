import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

const TESTS = ["test/**/*.test.ts", "packages/*/test/**/*.test.ts"];

/** These measure the memory, the handles or the responsiveness of their process, and have it to themselves. */
const SINGLE = [
  "packages/gateway/test/lifecycle/soak.test.ts",
  "packages/gateway/test/clients/backpressure.test.ts",
  "packages/gateway/test/security/work.test.ts",
  "packages/toolbox/test/run/{process,stress}.test.ts",
];

export default defineConfig({
  resolve: {
    alias: {
      "@toolglot/core/align": fileURLToPath(new URL("packages/core/src/align/index.ts", import.meta.url)),
      "@toolglot/core/dialects/calls": fileURLToPath(new URL("packages/core/src/dialects/calls.ts", import.meta.url)),
      "@toolglot/core/dialects": fileURLToPath(new URL("packages/core/src/dialects/values.ts", import.meta.url)),
      "@toolglot/core/mini": fileURLToPath(new URL("packages/core/src/mini.ts", import.meta.url)),
      "@toolglot/core/suggest": fileURLToPath(new URL("packages/core/src/suggest.ts", import.meta.url)),
      "@toolglot/core": fileURLToPath(new URL("packages/core/src/index.ts", import.meta.url)),
      "@toolglot/toolbox": fileURLToPath(new URL("packages/toolbox/src/index.ts", import.meta.url)),
      "@toolglot/inspector": fileURLToPath(new URL("packages/inspector/src/index.ts", import.meta.url)),
      "@toolglot/gateway": fileURLToPath(new URL("packages/gateway/src/index.ts", import.meta.url)),
    },
  },
  test: {
    testTimeout: 120_000,
    setupFiles: [fileURLToPath(new URL("test/support/cleanup.setup.ts", import.meta.url))],
    // More than there are cores, because some tests wait for processes, sockets and timers.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // For tests that wait more than they work.
    maxConcurrency: 16,
    projects: [
      // One process loads the library and the corpus once for many files: a second less for each.
      {
        extends: true,
        test: { name: "shared", include: TESTS, exclude: [...configDefaults.exclude, ...SINGLE], isolate: false },
      },
      { extends: true, test: { name: "single", include: SINGLE } },
    ],
  },
});
