import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** Whatever looks at the whole corpus, at every byte or at every pair, of which `npm test` runs a part (`test/support/extent.ts`). */
const SWEEPS = [
  "test/laws/**/*.test.ts",
  "test/faults.test.ts",
  "test/json-schema-suite.test.ts",
  "test/conversations/**/*.test.ts",
  "test/properties/**/*.test.ts",
  "packages/core/test/{accept,tool-codecs}.test.ts",
  "packages/core/test/dialects/*.test.ts",
  "packages/gateway/test/faults/upstream/{bytes,fallback,matrix}.test.ts",
  "packages/gateway/test/lifecycle/many-streams.test.ts",
  "packages/gateway/test/sim/model-rules.test.ts",
];

/** It measures the memory and the handles of its process. */
const SINGLE = ["packages/gateway/test/lifecycle/soak.test.ts"];

/** The laws over the whole corpus, with a table at the end. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: [
      {
        extends: true,
        test: { name: "sweeps", include: SWEEPS, isolate: false, globalSetup: ["test/laws/report.setup.ts"] },
      },
      { extends: true, test: { name: "single", include: SINGLE } },
    ],
    env: { LAWS_SAMPLE: process.env.LAWS_SAMPLE ?? "all" },
    testTimeout: 4 * 3_600_000,
    hookTimeout: 4 * 3_600_000,
  },
});
