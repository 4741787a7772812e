import { defineConfig } from "vitest/config";
import { LONE_SWEEPS, SWEEPS } from "./test/support/test-files.ts";
import base from "./vitest.config.ts";

/** The laws over the whole corpus, with a table at the end. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: [
      { extends: true, test: { name: "alone", include: [...LONE_SWEEPS] } },
      {
        extends: true,
        test: { name: "sweeps", include: [...SWEEPS], isolate: false, globalSetup: ["test/laws/report.setup.ts"] },
      },
    ],
    env: { LAWS_SAMPLE: process.env.LAWS_SAMPLE ?? "all" },
    testTimeout: 4 * 3_600_000,
    hookTimeout: 4 * 3_600_000,
  },
});
