import { readdirSync, readFileSync } from "node:fs";
import { type Json, type Loss, parseJson } from "@toolglot/core";
import { DIALECTS as CONVERSATIONS } from "../conversations/dialects.ts";

/** A concept's cases: one folder each, one meaning in every dialect. */
export const DIALECTS = [...CONVERSATIONS, "mcp", "executable"] as const;

/** A target's key is its dialect, or `dialect.word`, where the word is a variant of the dialect or a profile. */
export interface Target {
  readonly key: string;
  readonly dialect: string;
  readonly options: { readonly to: string; readonly profile?: string; readonly variant?: string };
}

/** A loss as in `losses.json`. */
export interface ExpectedLoss {
  readonly feature: string;
  readonly path: string;
  readonly action: string;
}

/** What `losses.json` says of losses, sorted by their paths. */
export function reportedLosses(losses: readonly Loss[]): ExpectedLoss[] {
  return sortedLosses(losses.map(({ feature, path, action }) => ({ feature, path, action })));
}

/** Losses sorted by the code units of their paths. */
export function sortedLosses(losses: readonly ExpectedLoss[]): ExpectedLoss[] {
  return losses.toSorted(({ path: one }, { path: other }) => Number(one > other) - Number(one < other));
}

/** Arguments as a model sends them, and what they mean in the source's terms. */
export interface Example {
  readonly target: string;
  readonly tool?: string;
  readonly sent: Json;
  readonly lifted: Json;
}

/** One folder. */
export interface RosettaCase {
  readonly name: string;
  readonly meaning: string;
  /** The dialect in which the meaning is native. */
  readonly source: string;
  /** The source is a mistake that people make: its own dialect would not take it either. */
  readonly malformed: boolean;
  readonly examples: readonly Example[];
  readonly canonical: Json | undefined;
  readonly losses: Readonly<Record<string, readonly ExpectedLoss[]>>;
  /** Target key → the `tools` of that dialect. */
  readonly files: ReadonlyMap<string, Json>;
  readonly targets: readonly Target[];
}

const VARIANTS: ReadonlySet<string> = new Set(["parameters", "parametersJsonSchema"]);

/** Every case of a concept, read without losing a digit. */
export function readCases(concept: string): RosettaCase[] {
  const root = new URL(`../../cases/${concept}/`, import.meta.url);
  return readdirSync(root)
    .toSorted()
    .map((name) => readCase(name, new URL(`${name}/`, root)));
}

/** What a target's key means. */
function targetOf(key: string): Target {
  const [dialect = "", word] = key.split(".");
  if (word === undefined) return { key, dialect, options: { to: dialect } };
  const how = VARIANTS.has(word) ? { variant: word } : { profile: word };
  return { key, dialect, options: { to: dialect, ...how } };
}

function readCase(name: string, folder: URL): RosettaCase {
  const all = new Map(
    readdirSync(folder).map((file) => [
      file.replace(/\.json$/, ""),
      parseJson(readFileSync(new URL(file, folder), "utf8")),
    ]),
  );
  const { meaning, source, malformed = false, examples = [] } = all.get("case") as unknown as RosettaCase;
  const files = new Map([...all].filter(([key]) => !["case", "losses", "canonical"].includes(key)));
  const losses = (all.get("losses") ?? {}) as unknown as RosettaCase["losses"];
  const keys = new Set([...DIALECTS, ...files.keys(), ...Object.keys(losses)]);
  const targets = [...keys].map(targetOf);
  return { name, meaning, source, malformed, examples, canonical: all.get("canonical"), losses, files, targets };
}
