import type { FastFunctions } from "../fast/functions.ts";
import type { Features } from "../features.ts";
import { type DialectPair, Ledger } from "../ledger.ts";
import { readTools, toolList } from "../mapping/tools/read-list.ts";
import type { Accept, Dialect, Problem } from "../model/dialect.ts";
import type { ProfileName } from "../model/profile.ts";
import type { ToolFields } from "../model/tool.ts";
import { Report } from "../report.ts";
import { toolFieldPlace } from "../tool-place.ts";
import { writeTools } from "./write.ts";

/** The rules that tools are checked by, and the profile that they are written with; without one, they are checked as they are. */
export interface CheckContext extends DialectPair {
  readonly accept: Accept;
  readonly profile?: ProfileName | undefined;
  readonly fast: FastFunctions;
  readonly features: Features;
}

/** What a target would refuse or ignore, in tools of its own dialect or in tools translated to it. */
export function problemsOf(tools: unknown, from: Dialect, to: Dialect, options: CheckContext): Problem[] {
  const { profile, accept, fast, features, ...ends } = options;
  const createLedger = () => new Ledger(ends, { fast, features });
  const reading = () => new Report(createLedger(), "to_canonical");
  if (from === to && profile === undefined) return accept(toolList(tools, reading()));
  const sources = readTools(tools, from.tools, createLedger(), {});
  const target = {
    dialect: to,
    sources: [from, to],
    profile: profile ?? "passthrough",
    variant: undefined,
    keepNames: profile === undefined,
  } as const;
  const { value, tools: written } = writeTools(sources, target, createLedger());
  const paths = pathPairs(
    written.map(({ draft }) => draft.tool),
    to.tools.decode(value, reading()),
  );
  return accept(value).map((problem) => ({ ...problem, path: mapPath(problem.path, paths) }));
}

/** The path of each tool's fields in the encoded tools → its path in the source. */
function pathPairs(sources: readonly ToolFields[], written: readonly ToolFields[]): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const [index, tool] of written.entries()) {
    const source = sources[index];
    if (source === undefined) continue;
    pairs.set(tool.origin?.path ?? "", source.origin?.path ?? "");
    for (const field of FIELDS) pairs.set(toolFieldPlace(tool, field).pointer, toolFieldPlace(source, field).pointer);
  }
  return pairs;
}

const FIELDS = ["inputSchema", "outputSchema", "name", "description", "strict"];

// By the longest known prefix.
function mapPath(path: string, pairs: ReadonlyMap<string, string>): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const source = pairs.get(path.slice(0, end));
    if (source !== undefined) return source + path.slice(end);
  }
  return (pairs.get("") ?? "") + path;
}
