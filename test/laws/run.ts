import { afterAll, beforeAll, expect, test } from "vitest";
import { type CorpusTool, corpusTools, sample, sampleTools } from "../support/corpus.ts";
import { type Case, type Converted, convert, PROFILES, TARGETS } from "../support/engine.ts";
import { dealt, EXTENT, SAMPLED_TOOLS } from "../support/extent.ts";
import { type Failure, formatFailures, type Row, saveRows, table } from "../support/law-results.ts";

/** What a law finds wrong with one converted tool. */
export type Check = (item: CorpusTool, converted: Converted, at: Case) => Omit<Failure, "tool">[];

/** Which targets and profiles a law speaks of, and how it reads. */
export interface LawOptions {
  /** `law-3`, the name of its row in the table. */
  readonly id: string;
  readonly sentence: string;
  readonly profiles?: readonly string[];
}

const { LAWS_ONLY, LAWS_TARGET, LAWS_PROFILE, LAWS_TABLE } = process.env;

/** Every profile over the whole corpus; the quick run takes the most informative ones where a law is expensive and profiles matter little. */
export function mainProfiles(...few: string[]): readonly string[] {
  return EXTENT === "all" ? PROFILES : few;
}

/** The targets and profiles to look at: all, or those that `LAWS_TARGET` and `LAWS_PROFILE` name. */
export function cases(profiles: readonly string[] = PROFILES): Case[] {
  const targets = TARGETS.filter(({ id }) => LAWS_TARGET === undefined || LAWS_TARGET.split(",").includes(id));
  const chosen = profiles.filter((profile) => LAWS_PROFILE === undefined || LAWS_PROFILE.split(",").includes(profile));
  return targets.flatMap((target) => chosen.map((profile) => ({ target, profile })));
}

/** The tools to look at: a fixed sample and our own, all with `LAWS_SAMPLE=all`, or those whose ids `LAWS_ONLY` names. */
export function lawTools(): readonly CorpusTool[] {
  tools ??= chosenTools();
  return tools;
}

let tools: readonly CorpusTool[] | undefined;

function chosenTools(): readonly CorpusTool[] {
  const own = sampleTools();
  const found = corpusTools().filter(({ id }) => !own.some((tool) => tool.id === id));
  if (LAWS_ONLY !== undefined) return [...own, ...found].filter(({ id }) => LAWS_ONLY.split(",").includes(id));
  return [...own, ...(EXTENT === "all" ? found : sample(found, SAMPLED_TOOLS))];
}

/** Runs a law for every target and profile, one test each, over all tools. */
export function runLaw({ id, sentence, profiles }: LawOptions, check: Check): void {
  const at = cases(profiles);
  let rows: Row[] = [];
  beforeAll(() => {
    rows = examineAll(id, at, check);
  }, HOURS);
  test.each(at.map((_, index) => index).map((index) => ({ index, name: nameOf(at[index]) })))(
    `${sentence}: $name`,
    ({ index }) => {
      const failures = rows[index]?.failures ?? [];
      expect(failures.length, formatFailures(failures)).toBe(0);
    },
  );
  afterAll(() => report(id, rows));
}

/** Keeps the rows for the final table, and prints them when asked. */
function report(id: string, rows: readonly Row[]): void {
  saveRows(id, rows);
  if (LAWS_TABLE !== undefined) console.log(table(rows));
}

/** An error that is no refusal, as a failure. */
export function crash(error: unknown): Omit<Failure, "tool"> {
  const text =
    error instanceof Error
      ? `${error.name}: ${error.message}\n${error.stack?.split("\n").slice(1, 4).join("\n")}`
      : String(error);
  return { pointer: "", message: `crashed with ${text}` };
}

const HOURS = 4 * 3_600_000;

function nameOf(at: Case | undefined): string {
  return `${at?.target.id} ${at?.profile}`;
}

// Tool by tool, so that what a law finds out about one tool serves all targets and is then forgotten.
function examineAll(law: string, at: readonly Case[], check: Check): Row[] {
  const tallies = at.map((each) => new Tally(law, each));
  for (const [place, item] of lawTools().entries())
    for (const tally of dealt(tallies, place)) tally.add(item, attempt(item, tally.at, check));
  return tallies.map((tally) => tally.row());
}

class Tally {
  readonly at: Case;
  private readonly law: string;
  private readonly failures: Failure[] = [];
  private passed = 0;
  private failed = 0;
  private refused = 0;

  constructor(law: string, at: Case) {
    this.law = law;
    this.at = at;
  }

  add(item: CorpusTool, found: Omit<Failure, "tool">[] | "refused"): void {
    if (found === "refused") this.refused++;
    else if (found.length === 0) this.passed++;
    else this.fail(item, found);
  }

  row(): Row {
    const { law, at, passed, failed, refused, failures } = this;
    return { law, target: at.target.id, profile: at.profile, passed, total: passed + failed, refused, failures };
  }

  private fail(item: CorpusTool, found: Omit<Failure, "tool">[]): void {
    this.failed++;
    this.failures.push(...found.map((failure) => ({ tool: item.id, ...failure })));
  }
}

function attempt(item: CorpusTool, at: Case, check: Check): Omit<Failure, "tool">[] | "refused" {
  try {
    const outcome = convert(item.tool, at);
    return outcome.type === "refused" ? "refused" : check(item, outcome, at);
  } catch (error) {
    return [crash(error)];
  }
}
