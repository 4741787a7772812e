import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { nativeSources } from "./test/support/native-sources.ts";
import { ALL, ALONE, LONE_SWEEPS, LONGEST, SWEEPS } from "./test/support/test-files.ts";

/** `.ci/run` has run the sweeps before, on more of their input. */
const skipped = process.env.WITHOUT_SWEEPS === undefined ? [] : [...SWEEPS, ...LONE_SWEEPS];
const exclude = [...configDefaults.exclude, ...skipped];

/** The sources of the packages' entries. The longer name comes before the one that it begins with. */
const SOURCES: Readonly<Record<string, string>> = {
  "@toolglot/core/align": source("core/src/align/index.ts"),
  "@toolglot/core/base": source("core/src/base.ts"),
  "@toolglot/core/compact": source("core/src/compact.ts"),
  "@toolglot/core/dialects/calls": source("core/src/dialects/calls.ts"),
  "@toolglot/core/dialects": source("core/src/dialects/values.ts"),
  "@toolglot/core/features": source("core/src/feature-values.ts"),
  "@toolglot/core/explain": source("core/src/explain.ts"),
  "@toolglot/core/mini": source("core/src/mini.ts"),
  "@toolglot/core/suggest": source("core/src/suggest.ts"),
  "@toolglot/core": source("core/src/index.ts"),
  "@toolglot/toolbox": source("toolbox/src/index.ts"),
  "@toolglot/inspector": source("inspector/src/index.ts"),
  "@toolglot/gateway/serve": source("gateway/src/serving.ts"),
  "@toolglot/gateway": source("gateway/src/index.ts"),
};

/** More than there are cores, because some tests wait for processes, sockets and timers. */
const MAX_WORKERS = Math.ceil(availableParallelism() * 1.5);

/** Without the times of an earlier run, Vitest starts with the files that have most lines. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((file) => moduleId.endsWith(`/${file}`));
    const isFirst = (file: TestSpecification) => file.project.name === "alone" || isLong(file);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

export default defineConfig({
  plugins: [nativeSources(SOURCES)],
  resolve: { alias: SOURCES },
  test: {
    testTimeout: 120_000,
    // Processes that a test has started end late on a machine that is busy.
    hookTimeout: 120_000,
    // So does whatever else a test waits for.
    expect: { poll: { timeout: 60_000 } },
    setupFiles: [fileURLToPath(new URL("test/support/cleanup.setup.ts", import.meta.url))],
    ...(hasOption("--maxWorkers") ? {} : { maxWorkers: MAX_WORKERS }),
    sequence: { sequencer: LongestFirst },
    // For tests that wait more than they work.
    maxConcurrency: 16,
    projects: [
      { extends: true, test: { name: "alone", include: [...ALONE], exclude } },
      // One process loads the library and the corpus once for many files: a second less for each.
      {
        extends: true,
        test: {
          name: "shared",
          include: [...ALL],
          exclude: [...exclude, ...ALONE],
          isolate: false,
          // The collector of young objects runs less often: a fifteenth less processor time.
          execArgv: ["--max-semi-space-size=64"],
        },
      },
    ],
  },
});

// Projects prefer what the file says to the option.
function hasOption(name: string): boolean {
  return process.argv.some((argument) => argument.startsWith(name));
}

function source(file: string): string {
  return fileURLToPath(new URL(`packages/${file}`, import.meta.url));
}
