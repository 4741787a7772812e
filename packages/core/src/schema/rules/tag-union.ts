import { equalJson, isObject } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { SchemaProfile } from "../../model/profile.ts";
import { areAllDisjoint, type Spend } from "../disjoint.ts";
import { apply, type Lens, type Lowered } from "../lens.ts";
import type { LensRun } from "../lens-run.ts";
import { fits } from "../validate.ts";
import { objectSchema } from "./object-schema.ts";

/** What joining branches needs to know: the target, the schema that references lead into, and whom work is told. */
export interface Joining {
  readonly profile: SchemaProfile;
  readonly root: () => Json;
  readonly spend: Spend;
}

/** The branches of a union, and the lens that tells them apart; a name is put on each where nothing else would. */
export function joinBranches(branches: readonly Lowered[], { profile, root, spend }: Joining): Union {
  const schemas = branches.map((branch) => branch.schema);
  if (branches.every((branch) => branch.lens === undefined)) return { schemas, tagged: false };
  if (areTellable(branches, spend)) return { schemas, lens: untaggedLens(branches, root), tagged: false };
  return {
    schemas: branches.map((branch, index) => tag(branch, index, profile)),
    lens: taggedLens(branches, root),
    tagged: true,
  };
}

/** A union as the target sees it. */
export interface Union {
  readonly schemas: readonly Lowered["schema"][];
  readonly lens?: Lens;
  readonly tagged: boolean;
}

// Those whose values stay as they are need not be told from each other.
function areTellable(branches: readonly Lowered[], spend: Spend): boolean {
  const changed = branches.filter(({ lens }) => lens !== undefined).map(({ schema }) => schema);
  const same = branches.filter(({ lens }) => lens === undefined).map(({ schema }) => schema);
  if (changed.length * same.length > MOST_PAIRS) return areAllDisjoint([...changed, ...same], spend);
  return (
    areAllDisjoint(changed, spend) && changed.every((one) => same.every((other) => areAllDisjoint([one, other], spend)))
  );
}

/** So many pairs are looked at one by one. */
const MOST_PAIRS = 2_500;

function untaggedLens(branches: readonly Lowered[], root: () => Json): Lens {
  const lens: Lens = {
    lift: (value, run) =>
      apply(branches.find((branch) => fits(value, branch.schema, root(), run))?.lens, "lift", value, run),
    lower: (value, run) =>
      run.once(lens, value, () => {
        const found = findBranch(branches, { root: root(), lift: lens }, value, run);
        return found === undefined ? value : found.lowered;
      }),
  };
  return lens;
}

/** How a value that was lowered by a branch is judged and comes back. */
interface Back {
  readonly root: Json;
  readonly lift?: Lens;
}

// The first branch that takes the value, and gives it back.
function findBranch(
  branches: readonly Lowered[],
  { root, lift }: Back,
  value: Json,
  run: LensRun,
): { index: number; lowered: Json } | undefined {
  for (const [index, branch] of branches.entries()) {
    const lowered = apply(branch.lens, "lower", value, run);
    if (fits(lowered, branch.schema, root, run) && equalJson(apply(lift ?? branch.lens, "lift", lowered, run), value))
      return { index, lowered };
  }
  return undefined;
}

function tag(branch: Lowered, index: number, profile: SchemaProfile): Lowered["schema"] {
  const name = tagName(index);
  return objectSchema({ [name]: branch.schema }, [name], profile);
}

function taggedLens(branches: readonly Lowered[], root: () => Json): Lens {
  const names = new Map(branches.map((_, index) => [tagName(index), index]));
  const lens: Lens = {
    lower: (value, run) =>
      run.once(lens, value, () => {
        const found = findBranch(branches, { root: root() }, value, run);
        return found === undefined ? value : { [tagName(found.index)]: found.lowered };
      }),
    lift: (value, run) => {
      if (!isObject(value)) return value;
      const [first, ...others] = Object.keys(value).flatMap((key) => names.get(key) ?? []);
      if (first === undefined) return value;
      const index = others.length === 0 ? first : chooseTag([first, ...others], value, { branches, root: root() }, run);
      return apply(branches[index]?.lens, "lift", value[tagName(index)] ?? null, run);
    },
  };
  return lens;
}

// Where the target leaves objects open, a model may write several names; the first that holds what it should is meant.
function chooseTag(
  tags: readonly number[],
  value: Readonly<Record<string, Json>>,
  { branches, root }: { branches: readonly Lowered[]; root: Json },
  run: LensRun,
): number {
  const inOrder = tags.toSorted((one, other) => one - other);
  const isRight = (index: number): boolean =>
    fits(value[tagName(index)] ?? null, branches[index]?.schema ?? true, root, run);
  return inOrder.find(isRight) ?? inOrder[0] ?? 0;
}

function tagName(index: number): string {
  return `option_${index + 1}`;
}
