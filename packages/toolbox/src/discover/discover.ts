import { resolve } from "node:path";
import type { Refusal } from "../registry.ts";
import { runExecutable } from "../run/executable.ts";
import type { Confinement } from "../run/sandbox.ts";
import type { RunnableTool } from "../tool.ts";
import { projectTrust, type TrustPolicy } from "../trust/policy.ts";
import { ProgramAsker } from "./ask-program.ts";
import { listCandidates } from "./candidates.ts";
import type { DefinitionCache } from "./definition-cache.ts";
import type { DescribedTool } from "./described-tool.ts";
import { resolveDuplicates } from "./duplicates.ts";
import { isNamedAfter } from "./file-name.ts";
import { type GuardedCandidate, guardCandidates, guardedEnvironment } from "./guarded.ts";
import { mapPool } from "./pool.ts";

/** Where to search for tools, and how their executables are run. */
export interface DiscoverOptions extends Confinement {
  /** The folders to search. A later folder overrides an earlier one. */
  readonly directories: readonly string[];
  /** How long an executable may take to print its schema, in milliseconds. Default: 5,000. */
  readonly timeout?: number;
  /** How many executables are asked at once. Default: 8. */
  readonly concurrency?: number;
  /** Whether links to files outside of their folder are allowed. */
  readonly follow?: boolean;
  /** Which programs need the user's trust. Default: those of `./.toolglot/tools`; `trustAll` for none. */
  readonly trust?: TrustPolicy;
  /** Additional environment variables for a tool's calls, by its name. */
  readonly environmentFor?: ((name: string) => Readonly<Record<string, string>>) | undefined;
  /** Remembers definitions, so that a program is asked once. Default: every program is asked each time. */
  readonly cache?: DefinitionCache;
  /** Called with each refusal and warning as it is found. */
  readonly onNotice?: (notice: Refusal) => void;
  readonly signal?: AbortSignal;
}

/** The tools that were found, sorted by name, and what was left out or looks wrong. */
export interface Discovered {
  readonly tools: RunnableTool[];
  readonly refusals: Refusal[];
}

/**
 * Asks every executable of the folders for its definition, or takes it from the cache if there is one. Calling it again
 * finds what has changed.
 *
 * @example
 * const { tools, refusals } = await discover({ directories: [".toolglot/tools"] });
 */
export async function discover(options: DiscoverOptions): Promise<Discovered> {
  const { directories, follow = false, concurrency = 8, trust = projectTrust(), onNotice = () => {} } = options;
  const folders = dedupeKeepLast(directories.map((each) => resolve(each)));
  const listed = await Promise.all(folders.map((each) => listCandidates(each, follow)));
  const listings = await Promise.all(listed.map((listing) => guardCandidates(listing, trust)));
  const left = listings.flatMap((listing) => listing.refusals);
  left.forEach(onNotice);
  const candidates = listings.flatMap((listing) => listing.candidates);
  const asker = new ProgramAsker(options);
  const described = await mapPool(candidates, concurrency, async (candidate) => {
    const each = await describe(candidate, asker);
    each.refusals.forEach(onNotice);
    return each;
  });
  const settled = resolveDuplicates(described.flatMap(({ tool }) => tool ?? []));
  settled.refusals.forEach(onNotice);
  // In the order of folders and files, not in the order of the answers.
  const refusals = [...left, ...described.flatMap((each) => each.refusals), ...settled.refusals];
  return { tools: settled.tools.map((tool) => toolOf(tool, options)), refusals };
}

// If the working directory is the home directory, both name the same folder.
function dedupeKeepLast(directories: readonly string[]): string[] {
  return [...new Set(directories.toReversed())].reverse();
}

interface DescribeResult {
  readonly tool?: DescribedTool;
  readonly refusals: readonly Refusal[];
}

async function describe(candidate: GuardedCandidate, asker: ProgramAsker): Promise<DescribeResult> {
  const { path: where } = candidate;
  const read = await asker.ask(candidate);
  if ("refusal" in read) {
    const name = read.name === undefined ? {} : { name: read.name };
    return { refusals: [{ ...name, where, reason: read.refusal, level: "error" }] };
  }
  const { definition, warnings } = read;
  const { name } = definition;
  const reasons = [...warnings, ...nameWarnings(candidate.file, name)];
  const refusals = reasons.map((reason): Refusal => ({ name, where, reason, level: "warning" }));
  return { tool: { candidate, definition }, refusals };
}

function nameWarnings(file: string, tool: string): string[] {
  return isNamedAfter(file, tool) ? [] : [`the file name ${file} does not match the tool name ${tool}`];
}

function toolOf({ candidate, definition }: DescribedTool, options: DiscoverOptions): RunnableTool {
  const { path, directory, guard } = candidate;
  const { parameters: inputSchema, ...fields } = definition;
  const tool = { path, hints: fields.hints };
  const { sandbox, limits, environmentFor } = options;
  const environment = { ...guardedEnvironment(guard), ...environmentFor?.(fields.name) };
  const own = { sandbox, limits, environment, guard };
  return {
    ...fields,
    inputSchema,
    origin: { type: "executable", path, directory },
    run: (input, runOptions) => runExecutable(tool, input, { ...runOptions, ...own }),
  };
}
