import { dereference, type OutputUnit, type Schema, type SchemaDraft, validate } from "@cfworker/json-schema";
import { isObject, type Json, type JsonSchema } from "@toolglot/core";
import { BudgetExceededError } from "./budget.ts";
import type { SchemaPreparer } from "./prepare.ts";

/** All subschemas by their absolute URI. */
export type SchemaLookup = Record<string, Schema | boolean>;

/** The result of the validator. */
export interface ValidatorResult {
  readonly errors: readonly OutputUnit[];
  readonly root: Schema | boolean;
  readonly lookup: SchemaLookup;
}

/** Validates a value against a prepared schema. */
export function runValidator(value: unknown, schema: JsonSchema, preparation: SchemaPreparer): ValidatorResult {
  const root = preparation.schema(schema as Json);
  const lookup = dereference(root);
  closeReferences(lookup, preparation.notes);
  const run = (isShort: boolean) => validate(value, root, draftOf(schema), lookup, isShort).errors;
  const first = run(true);
  return { errors: first.length === 0 ? first : (unlessTooMuch(() => run(false)) ?? first), root, lookup };
}

// Nothing is ever fetched: an unresolved reference allows everything.
function closeReferences(lookup: SchemaLookup, notes: Set<string>): void {
  for (const schema of Object.values(lookup)) {
    if (typeof schema === "boolean" || schema.$ref === undefined) continue;
    const address = schema.__absolute_ref__ ?? schema.$ref;
    if (lookup[address] !== undefined) continue;
    lookup[address] = true;
    notes.add(`the reference ${JSON.stringify(schema.$ref)} is not checked: its target does not exist`);
  }
}

// Collecting all errors of a large value may exceed the budget; the first one is enough then.
function unlessTooMuch<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof BudgetExceededError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function draftOf(schema: JsonSchema): SchemaDraft {
  const named = isObject(schema) && typeof schema.$schema === "string" ? schema.$schema : "";
  const draft = DRAFTS.find(([mark]) => named.includes(mark));
  return draft?.[1] ?? "2020-12";
}

const DRAFTS: readonly (readonly [string, SchemaDraft])[] = [
  ["draft-04", "4"],
  ["draft-06", "7"],
  ["draft-07", "7"],
  ["2019-09", "2019-09"],
];
