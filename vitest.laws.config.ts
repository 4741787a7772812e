import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** The laws over the whole corpus, with a table at the end. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: undefined,
    isolate: false,
    include: [
      "test/laws/**/*.test.ts",
      "test/json-schema-suite.test.ts",
      "test/conversations/**/*.test.ts",
      "test/properties/**/*.test.ts",
    ],
    globalSetup: ["test/laws/report.setup.ts"],
    env: { LAWS_SAMPLE: process.env.LAWS_SAMPLE ?? "all" },
    maxWorkers: "100%",
    testTimeout: 4 * 3_600_000,
    hookTimeout: 4 * 3_600_000,
  },
});
