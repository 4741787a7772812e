import type { Json } from "@toolglot/core";
import fc from "fast-check";
import type { Fields } from "./dialects.ts";
import { object, text } from "./values.ts";

/** A small schema, and a value that is valid by it. */
export interface Typed {
  readonly schema: Fields;
  readonly value: Json;
}

const NAMES = ["a", "b", "city", "kind", "when"];

const leaf: fc.Arbitrary<Typed> = fc.oneof(
  fc.record({ schema: fc.constant({ type: "string" }), value: text.map((each) => each.slice(0, 20)) }),
  fc.record({ schema: fc.constant({ type: "integer", minimum: -5 }), value: fc.integer({ min: -5, max: 99 }) }),
  fc.record({
    schema: fc.constant({ type: "number", description: "How much" }),
    value: fc.constantFrom(0.5, 1, -2.25),
  }),
  fc.record({ schema: fc.constant({ type: "boolean" }), value: fc.boolean() }),
  fc.record({ schema: fc.constant({ type: "string", enum: ["x", "y"] }), value: fc.constantFrom("x", "y") }),
  fc.record({ schema: fc.constant({ enum: [1, 2, "z"] }), value: fc.constantFrom(1, 2, "z") }),
  fc.record({ schema: fc.constant({ type: ["string", "null"] }), value: fc.constantFrom(null, "n") }),
);

const node: fc.Arbitrary<Typed> = fc.letrec<{ node: Typed; object: Typed }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaf,
    tie("object"),
    fc.array(tie("node"), { minLength: 1, maxLength: 2 }).map(([first]) => listOf(first as Typed)),
    fc.tuple(tie("node"), fc.uniqueArray(fc.constantFrom("k", "l m", "ö"), { maxLength: 2 })).map(mapOf),
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom(...NAMES), tie("node"), fc.constantFrom("required", "given", "absent")), {
      maxLength: 3,
    })
    .map(objectOf),
})).node;

type Member = readonly [name: string, typed: Typed, presence: string];

/** The schema of a tool's arguments, and arguments by it: optional ones, nested ones, maps and enums. */
export const typedArguments: fc.Arbitrary<Typed> = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), node, fc.constantFrom("required", "given", "absent")), { maxLength: 4 })
  .map(objectOf);

/** A schema whose tools are called with anything, as models do. */
export const looseArguments: fc.Arbitrary<Typed> = fc
  .tuple(typedArguments, object)
  .map(([{ schema }, value]) => ({ schema, value }));

function objectOf(members: readonly Member[]): Typed {
  const unique = [...new Map(members.map((member) => [member[0], member])).values()];
  const required = unique.filter(([, , presence]) => presence === "required").map(([name]) => name);
  const present = unique.filter(([, , presence]) => presence !== "absent");
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(unique.map(([name, { schema }]) => [name, schema])),
      ...(required.length > 0 ? { required } : {}),
    },
    value: Object.fromEntries(present.map(([name, { value }]) => [name, value])),
  };
}

function listOf({ schema, value }: Typed): Typed {
  return { schema: { type: "array", items: schema }, value: [value] };
}

function mapOf([{ schema, value }, keys]: readonly [Typed, readonly string[]]): Typed {
  return {
    schema: { type: "object", additionalProperties: schema },
    value: Object.fromEntries(keys.map((key) => [key, value])),
  };
}
