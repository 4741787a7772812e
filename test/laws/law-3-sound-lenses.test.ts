import { afterAll } from "vitest";
import type { CorpusTool } from "../support/corpus.ts";
import { type Case, type Converted, PROFILES } from "../support/engine.ts";
import { byExtent } from "../support/extent.ts";
import { instances } from "../support/instances.ts";
import { equal, isObject, type Json } from "../support/json.ts";
import { type Failure, save } from "../support/law-results.ts";
import { isWithin, resolve } from "../support/pointer.ts";
import { withNull, withStandardTypes } from "../support/schema-types.ts";
import { schemaIn, schemaPointer } from "../support/tool-layouts.ts";
import { type Judge, judge } from "../support/validate.ts";
import { weaken } from "../support/weaken.ts";
import { runLaw } from "./run.ts";

const COUNT = 6;
const ROOT = "/0/inputSchema";

type Found = Omit<Failure, "tool">;

const LAW = {
  id: "law-3",
  sentence: "lowers and lifts soundly, less exactly the losses",
  // The others combine what these do.
  profiles: byExtent({ quick: ["native", "strict", "strict-literal", "passthrough"], sample: PROFILES, all: PROFILES }),
};

runLaw(LAW, (item, converted, at) => {
  const lowered = schemaIn(converted.value, at.target.dialect);
  return [
    ...wrongLosses(item, converted, at),
    ...wayThere(item, converted, { lowered, at }),
    ...wayBack(item, converted, { lowered, at }),
  ];
});

afterAll(() => {
  const file = save("no-instances.json", { source: [...without.source], lowered: [...without.lowered] });
  console.log(
    `no instances were found for ${without.source.size} source schemas and ${without.lowered.size} lowered ones, listed in ${file}`,
  );
});

const without = { source: new Set<string>(), lowered: new Set<string>() };

interface Way {
  readonly lowered: Json;
  readonly at: Case;
}

// A loss must name something that was really removed.
function wrongLosses({ tool }: CorpusTool, converted: Converted, at: Case): Found[] {
  const { unresolved } = weaken([tool], converted.losses, ROOT);
  const kept = converted.losses.filter(({ path }) => isStillThere(path, [tool], converted, at));
  return [
    ...unresolved.map((pointer) => ({ pointer, message: "a loss names what is not in the source" })),
    ...kept.map(({ path, code, action }) => ({
      pointer: path,
      message: `a loss (${code}, ${action}) names what is still there`,
    })),
  ];
}

function isStillThere(path: string, source: Json, { value, changes }: Converted, { target }: Case): boolean {
  const schema = schemaPointer(value, target.dialect);
  const rewritten = changes.some((change) => isWithin(change.path, ROOT));
  if (schema === undefined || rewritten || !isWithin(path, ROOT)) return false;
  return equal(resolve(source, path), resolve(value, schema + path.slice(ROOT.length)));
}

// `strict-literal` makes everything required with its types untouched, so what leaves something out is not valid under it, by its
// definition: it is held to the rest of the law alone.
function wayThere(item: CorpusTool, converted: Converted, { lowered, at }: Way): Found[] {
  const verdict = remember(item, "judge", lowered, () => judge(lowered));
  for (const x of sourceInstances(item, at)) {
    const low = converted.lower(x);
    const again = converted.lift(low);
    if (!equal(again, x)) return [{ pointer: ROOT, message: "lift(lower(x)) is not x", example: { x, low, again } }];
    if (at.profile !== "strict-literal" && verdict.valid(low) === false)
      return [{ pointer: ROOT, message: `lower(x) is not valid: ${verdict.explain(low)}`, example: { x, low } }];
  }
  return [];
}

function wayBack(item: CorpusTool, converted: Converted, { lowered, at }: Way): Found[] {
  const { schema } = weaken([item.tool], converted.losses, ROOT);
  const verdict = remember<Judge>(item, `weak ${at.profile === "strict-literal"}`, schema, () =>
    judge(readable(schema, at)),
  );
  const own = loweredInstances(item, lowered, at);
  const extended = remember(item, "extended", lowered, () => withExtraKeys(item, own, lowered));
  for (const y of [...own, ...extended]) {
    const high = converted.lift(y);
    if (verdict.valid(high) === false)
      return [{ pointer: ROOT, message: `lift(y) is not valid: ${verdict.explain(high)}`, example: { y, high } }];
  }
  return [];
}

// A model may add keys wherever the lowered schema does not forbid them.
function withExtraKeys(item: CorpusTool, values: readonly Json[], lowered: Json): Json[] {
  const verdict = remember(item, "judge", lowered, () => judge(lowered));
  return values
    .slice(0, 3)
    .flatMap((value) => extendedBy(value, 0))
    .filter((value) => verdict.valid(value) === true);
}

/** A value with one more key in one of its objects, for each of them. */
function extendedBy(value: Json, depth: number): Json[] {
  if (depth > 4 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value))
    return value
      .slice(0, 2)
      .flatMap((item, index) => extendedBy(item, depth + 1).map((each) => value.with(index, each)));
  if (!isObject(value)) return [];
  const inner = Object.entries(value).slice(0, 6);
  return [
    ...EXTRAS.map((extra) => ({ ...value, unasked: extra })),
    ...inner.flatMap(([key, item]) => extendedBy(item, depth + 1).map((each) => ({ ...value, [key]: each }))),
  ];
}

const EXTRAS: readonly Json[] = ["text", { key: "k", value: 1 }];

function readable(schema: Json, { profile }: Case): Json {
  const read = withNull(withStandardTypes(schema));
  if (profile !== "strict-literal" || !isObject(read)) return read;
  const { required: _, ...rest } = read;
  return rest;
}

function loweredInstances(item: CorpusTool, lowered: Json, { target, profile }: Case): Json[] {
  const made = remember(item, "y", lowered, () => instances(lowered, { seed: item.id, count: COUNT, root: "object" }));
  if (made.length === 0) without.lowered.add(`${item.id} ${target.id} ${profile}`);
  return made;
}

// A profile that leaves schemas as they are owes nothing to arguments that only a well-meaning reader would accept.
function sourceInstances(item: CorpusTool, { profile }: Case): Json[] {
  const literal = profile === "passthrough" || profile === "strict-literal";
  const source = item.tool.inputSchema ?? true;
  const exact = literal ? source : withNull(source);
  const made = remember(item, "x", exact, () => instances(exact, { seed: item.id, count: COUNT, root: "object" }));
  if (made.length > 0 || literal) return made;
  without.source.add(item.id);
  return remember(item, "x", withStandardTypes(exact), () =>
    instances(withStandardTypes(exact), { seed: item.id, count: COUNT, root: "object" }),
  );
}

let current: CorpusTool | undefined;
const memory = new Map<string, unknown>();

// Most targets ask for the same of one tool; with the next tool, all is forgotten.
function remember<T>(item: CorpusTool, kind: string, schema: Json, make: () => T): T {
  if (current !== item) memory.clear();
  current = item;
  const key = `${kind} ${JSON.stringify(schema)}`;
  if (!memory.has(key)) memory.set(key, make());
  return memory.get(key) as T;
}
