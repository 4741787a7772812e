import type { Dialect, Problem } from "../model/dialect.ts";
import type { ProfileName } from "../model/profile.ts";
import type { ToolFields } from "../model/tool.ts";
import { type Ends, Ledger, placeOf, Report } from "../report.ts";
import { readTools, toolList } from "./read.ts";
import { writeTools } from "./write.ts";

/** What a target would refuse, or ignore, in tools that are written in it or translated to it. */
export function problemsOf(
  tools: unknown,
  from: Dialect,
  to: Dialect,
  options: Ends & { profile?: ProfileName | undefined },
): Problem[] {
  const { profile, ...ends } = options;
  const reading = () => new Report(new Ledger(ends), "to_canonical");
  if (from === to && profile === undefined) return to.accept(toolList(tools, reading()));
  const sources = readTools(tools, from, new Ledger(ends), {});
  const target = {
    dialect: to,
    profile: profile ?? "passthrough",
    variant: undefined,
    keepNames: profile === undefined,
  } as const;
  const { value, tools: written } = writeTools(sources, target, new Ledger(ends));
  const paths = pathPairs(
    written.map(({ draft }) => draft.tool),
    to.tools.decode(value, reading()),
  );
  return to.accept(value).map((problem) => ({ ...problem, path: mapPath(problem.path, paths) }));
}

type PathPair = readonly [written: string, source: string];

/** Where the fields of each tool stand in what was written, and where they stood in the source; longest first. */
function pathPairs(sources: readonly ToolFields[], written: readonly ToolFields[]): PathPair[] {
  const pairs = written.flatMap((tool, index): PathPair[] => {
    const source = sources[index];
    if (source === undefined) return [];
    const fields = FIELDS.map((field): PathPair => [placeOf(tool, field).pointer, placeOf(source, field).pointer]);
    return [...fields, [tool.origin?.path ?? "", source.origin?.path ?? ""]];
  });
  return pairs.toSorted(([one], [other]) => other.length - one.length);
}

const FIELDS = ["inputSchema", "outputSchema", "name", "description", "strict"];

function mapPath(path: string, pairs: readonly PathPair[]): string {
  const [written, source] = pairs.find(([each]) => path === each || path.startsWith(`${each}/`)) ?? ["", ""];
  return source + path.slice(written.length);
}
