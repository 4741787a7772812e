import { resolve } from "node:path";
import type { Refusal } from "../registry.ts";
import { runExecutable } from "../run/executable.ts";
import type { RunnableTool } from "../tool.ts";
import { askForSchema } from "./ask.ts";
import { type Candidate, listCandidates } from "./candidates.ts";
import { type Definition, type ReadDefinition, readDefinition } from "./definition.ts";
import { isNamedAfter } from "./file-name.ts";
import { mapPool } from "./pool.ts";
import { settleNames } from "./settle.ts";

/** Where tools are looked for, and how long each may take to describe itself. */
export interface DiscoverOptions {
  /** In the order in which they count: what stands in a later one wins. */
  readonly directories: readonly string[];
  /** How long a tool may take to print its schema, in milliseconds: 5,000 unless told. */
  readonly timeout?: number;
  /** How many tools are asked at once: 8 unless told. */
  readonly concurrency?: number;
  /** Whether links may lead out of their folder. */
  readonly follow?: boolean;
  /** Told of each refusal and each warning as it is found. */
  readonly onNotice?: (notice: Refusal) => void;
  readonly signal?: AbortSignal;
}

/** The tools that were found, in the order of their names, and what was left out or is odd. */
export interface Discovered {
  readonly tools: RunnableTool[];
  readonly refusals: Refusal[];
}

/** An executable that has described itself. */
export interface Described {
  readonly candidate: Candidate;
  readonly definition: Definition;
}

/**
 * Asks every executable of the folders to describe itself. Nothing is remembered: asking again finds what has changed.
 *
 * @example
 * const { tools, refusals } = await discover({ directories: [".toolglot/tools"] });
 */
export async function discover(options: DiscoverOptions): Promise<Discovered> {
  const refusals: Refusal[] = [];
  const notice = (refusal: Refusal) => {
    refusals.push(refusal);
    options.onNotice?.(refusal);
  };
  const directories = lastOfEach(options.directories.map((each) => resolve(each)));
  const listings = await Promise.all(directories.map((each) => listCandidates(each, options.follow ?? false)));
  for (const refusal of listings.flatMap((listing) => listing.refusals)) notice(refusal);
  const candidates = listings.flatMap((listing) => listing.candidates);
  const described = await mapPool(candidates, options.concurrency ?? 8, (each) => describe(each, options, notice));
  const settled = settleNames(
    described.filter((each) => each !== undefined),
    notice,
  );
  return { tools: settled.map(toolOf), refusals };
}

// In the home directory, the user's folder is the project's as well.
function lastOfEach(directories: readonly string[]): string[] {
  return [...new Set(directories.toReversed())].reverse();
}

type Notice = (refusal: Refusal) => void;

async function describe(
  candidate: Candidate,
  options: DiscoverOptions,
  notice: Notice,
): Promise<Described | undefined> {
  const where = candidate.path;
  const answer = await askForSchema(where, options);
  const read: ReadDefinition = "refusal" in answer ? answer : readDefinition(answer.text);
  if ("refusal" in read) {
    notice({ ...(read.name === undefined ? {} : { name: read.name }), where, reason: read.refusal, level: "error" });
    return undefined;
  }
  const { name } = read.definition;
  for (const reason of [...read.warnings, ...oddName(candidate.file, name)])
    notice({ name, where, reason, level: "warning" });
  return { candidate, definition: read.definition };
}

function oddName(file: string, tool: string): string[] {
  return isNamedAfter(file, tool) ? [] : [`the file is called ${file}, and the tool ${tool}`];
}

function toolOf({ candidate: { path, directory }, definition }: Described): RunnableTool {
  const { parameters: inputSchema, ...fields } = definition;
  const tool = { path, hints: fields.hints };
  return {
    ...fields,
    inputSchema,
    origin: { type: "executable", path, directory },
    run: (input, options) => runExecutable(tool, input, options),
  };
}
