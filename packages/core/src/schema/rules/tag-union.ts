import { equalJson, isObject } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import { areAllDisjoint, type SpendSteps } from "../disjoint.ts";
import { applyLens, type Lens, type Lowered } from "../lens.ts";
import type { LensRun } from "../lens-run.ts";
import { fits } from "../validate.ts";
import { objectSchema } from "./object-schema.ts";

/** What is needed to join branches: the target, the lowered document, and the budget. */
export interface JoinOptions {
  readonly profile: SchemaProfile;
  readonly root: () => Json;
  readonly spend: SpendSteps;
}

/**
 * The branches of a union, and the lens that tells them apart. If nothing else does, each branch is wrapped in an
 * object with a tag.
 */
export function joinBranches(branches: readonly Lowered[], { profile, root, spend }: JoinOptions): Union {
  const schemas = branches.map((branch) => branch.schema);
  if (branches.every((branch) => branch.lens === undefined)) return { schemas, tagged: false };
  if (areDistinguishable(branches, spend)) return { schemas, lens: untaggedLens(branches, root), tagged: false };
  return {
    schemas: branches.map((branch, index) => tag(branch, index, profile)),
    lens: taggedLens(branches, root),
    tagged: true,
  };
}

/** A union in the target's schema. */
export interface Union {
  readonly schemas: readonly Lowered["schema"][];
  readonly lens?: Lens;
  readonly tagged: boolean;
}

// Branches without a lens need not be told apart from each other.
function areDistinguishable(branches: readonly Lowered[], spend: SpendSteps): boolean {
  const changed = branches.filter(({ lens }) => lens !== undefined).map(({ schema }) => schema);
  const same = branches.filter(({ lens }) => lens === undefined).map(({ schema }) => schema);
  if (changed.length * same.length > MAX_PAIRS) return areAllDisjoint([...changed, ...same], spend);
  return (
    areAllDisjoint(changed, spend) && changed.every((one) => same.every((other) => areAllDisjoint([one, other], spend)))
  );
}

/** The most pairs that are compared one by one. */
const MAX_PAIRS = 2_500;

function untaggedLens(branches: readonly Lowered[], root: () => Json): Lens {
  const lens: Lens = {
    lift: (value, run) =>
      applyLens(branches.find((branch) => fits(value, branch.schema, root(), run))?.lens, "lift", value, run),
    lower: (value, run) =>
      run.once(lens, value, () => {
        const found = findBranch(branches, { root: root(), lift: lens }, value, run);
        return found === undefined ? value : found.lowered;
      }),
  };
  return lens;
}

/** How a value that a branch has lowered is checked and lifted again. */
interface LiftBack {
  readonly root: Json;
  readonly lift?: Lens;
}

// The first branch whose lowered value is valid and lifts to the same value.
function findBranch(
  branches: readonly Lowered[],
  { root, lift }: LiftBack,
  value: Json,
  run: LensRun,
): { index: number; lowered: Json } | undefined {
  for (const [index, branch] of branches.entries()) {
    const lowered = applyLens(branch.lens, "lower", value, run);
    if (
      fits(lowered, branch.schema, root, run) &&
      equalJson(applyLens(lift ?? branch.lens, "lift", lowered, run), value)
    )
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
      return applyLens(branches[index]?.lens, "lift", value[tagName(index)] ?? null, run);
    },
  };
  return lens;
}

// If objects stay open in the target, a model may write several tags; the first with a valid value counts.
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
