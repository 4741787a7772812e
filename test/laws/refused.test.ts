import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import type { CorpusTool } from "../support/corpus.ts";
import { type Case, convert } from "../support/engine.ts";
import { type Failure, formatFailures, save } from "../support/law-results.ts";
import { cases, crash, lawTools } from "./run.ts";

/** A tool that is refused: for which reason, and where (`target/profile`, with `*` for any). */
interface Entry {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
  readonly where: readonly string[];
}

const listed = JSON.parse(readFileSync(new URL("refused.json", import.meta.url), "utf8")) as Entry[];
const entries = new Map(listed.map((entry) => [entry.id, entry]));
const tools = lawTools();
const found: (Omit<Entry, "where"> & { where: string })[] = [];

test.each(cases().map((at) => ({ at, name: `${at.target.id} ${at.profile}` })))(
  "refuses only what is listed, with its reason: $name",
  ({ at }) => {
    const failures = tools.flatMap((item) =>
      compare(item, at).map((message): Failure => ({ tool: item.id, pointer: "", message })),
    );
    expect(failures.length, formatFailures(failures)).toBe(0);
  },
);

afterAll(() => {
  save("refused-found.json", grouped());
});

function compare(item: CorpusTool, at: Case): string[] {
  try {
    const outcome = convert(item.tool, at);
    const actual = outcome.type === "refused" ? outcome.reason : undefined;
    if (actual !== undefined)
      found.push({ id: item.id, name: String(item.tool.name), reason: actual, where: whereOf(at) });
    // Seed 001's subset refuses by design: it only owes a reason.
    if (at.profile === "portable") return actual === "" ? ["refused without a reason"] : [];
    const expected = expectedReason(item.id, at);
    return actual === expected
      ? []
      : [`refused with ${JSON.stringify(actual)}, listed with ${JSON.stringify(expected)}`];
  } catch (error) {
    return [crash(error).message];
  }
}

function expectedReason(id: string, at: Case): string | undefined {
  const entry = entries.get(id);
  return entry?.where.some((where) => matches(where, at)) ? entry.reason : undefined;
}

function matches(where: string, at: Case): boolean {
  const [target, profile] = where.split("/");
  return (target === "*" || target === at.target.id) && (profile === "*" || profile === at.profile);
}

function whereOf({ target, profile }: Case): string {
  return `${target.id}/${profile}`;
}

// Ready to be read, judged, and copied into refused.json by a person.
function grouped(): Entry[] {
  const groups = new Map<string, Entry & { where: string[] }>();
  for (const { where, ...entry } of found) {
    const key = JSON.stringify([entry.id, entry.reason]);
    const group = groups.get(key) ?? { ...entry, where: [] };
    group.where.push(where);
    groups.set(key, group);
  }
  return [...groups.values()];
}
