import { ACCEPT } from "./dialects/accept.ts";
import type { DialectId, DialectLike } from "./dialects/names.ts";
import type { Accept, Problem } from "./model/dialect.ts";
import { type EntryPoint, nameOf, resolveDialect } from "./resolve.ts";
import { profileNamed } from "./resolve-options.ts";
import { problemsOf } from "./tools/check.ts";
import { namesOf } from "./translate.ts";
import type { CheckOptions } from "./translate-options.ts";

/** Lists what a provider would refuse, or ignore, in tools as they are. */
export function checkTools(
  tools: unknown,
  options: CheckOptions<DialectLike, DialectLike>,
  entry: EntryPoint,
): { problems: Problem[] } {
  const from = resolveDialect(options.from, "to_canonical", entry);
  const to = resolveDialect(options.to, "from_canonical", entry);
  const profile = options.profile === undefined ? undefined : profileNamed(options.profile, nameOf(options.to));
  const accept: Accept = ACCEPT[to.id as DialectId];
  const { features } = entry;
  const context = { ...namesOf(options), profile, accept, fast: entry.fastFunctions(true), features };
  return { problems: problemsOf(tools, from, to, context) };
}
