import { equalJson, isObject } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { SchemaProfile } from "../../model/profile.ts";
import { areDisjoint } from "../disjoint.ts";
import { apply, type Lens, type Lowered } from "../lens.ts";
import { fits } from "../validate.ts";

/** The branches of a union, and the lens that tells them apart; a name is put on each where nothing else would. */
export function joinBranches(branches: readonly Lowered[], profile: SchemaProfile, root: () => Json): Union {
  if (branches.every((branch) => branch.lens === undefined))
    return { schemas: branches.map((branch) => branch.schema), tagged: false };
  if (areTellable(branches))
    return { schemas: branches.map((branch) => branch.schema), lens: untaggedLens(branches, root), tagged: false };
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

function areTellable(branches: readonly Lowered[]): boolean {
  return branches.every((first, index) =>
    branches
      .slice(index + 1)
      .every(
        (second) => (first.lens === undefined && second.lens === undefined) || areDisjoint(first.schema, second.schema),
      ),
  );
}

function untaggedLens(branches: readonly Lowered[], root: () => Json): Lens {
  const lift = (value: Json): Json =>
    apply(branches.find((branch) => fits(value, branch.schema, root()))?.lens, "lift", value);
  const lower = (value: Json): Json => {
    for (const branch of branches) {
      const lowered = apply(branch.lens, "lower", value);
      if (fits(lowered, branch.schema, root()) && equalJson(lift(lowered), value)) return lowered;
    }
    return value;
  };
  return { lower, lift };
}

function tag(branch: Lowered, index: number, profile: SchemaProfile): Lowered["schema"] {
  const name = tagName(index);
  const schema: Record<string, Json> = { type: "object", properties: { [name]: branch.schema }, required: [name] };
  if (profile.closed) schema.additionalProperties = false;
  return schema;
}

function taggedLens(branches: readonly Lowered[], root: () => Json): Lens {
  return {
    lower: (value) => {
      for (const [index, branch] of branches.entries()) {
        const lowered = apply(branch.lens, "lower", value);
        if (fits(lowered, branch.schema, root()) && equalJson(apply(branch.lens, "lift", lowered), value))
          return { [tagName(index)]: lowered };
      }
      return value;
    },
    lift: (value) => {
      const index = branches.findIndex((_, each) => isObject(value) && Object.hasOwn(value, tagName(each)));
      if (index < 0 || !isObject(value)) return value;
      return apply(branches[index]?.lens, "lift", value[tagName(index)] ?? null);
    },
  };
}

function tagName(index: number): string {
  return `option_${index + 1}`;
}
