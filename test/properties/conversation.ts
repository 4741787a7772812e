import type { Json } from "@toolglot/core";
import fc from "fast-check";
import type { Fields } from "./dialects.ts";
import { looseArguments, type Typed, typedArguments } from "./schemas.ts";
import { json, nonBlankText, object, text } from "./values.ts";

/** A conversation independent of a dialect; each dialect writes what it supports. */
export interface Conversation {
  readonly tools: readonly Tool[];
  readonly turns: readonly Turn[];
  readonly settings: Settings;
  /** Forms that mean the same are taken by the bits of this number. */
  readonly variants: number;
}

export interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly schema: Fields;
  /** Takes free text, where the dialect has such tools. */
  readonly custom: boolean;
}

export type Turn =
  | { readonly role: "system" | "developer"; readonly text: string }
  | { readonly role: "user"; readonly parts: readonly Part[]; readonly plain: boolean }
  | { readonly role: "assistant"; readonly texts: readonly string[]; readonly calls: readonly Call[] };

export type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "pdf"; readonly url: boolean };

export interface Call {
  /** Which tool, and how its id looks. */
  readonly tool: number;
  readonly style: number;
  readonly input: Fields;
  readonly text: string;
  readonly result: Result;
  /** Where its result stands among those of its turn. */
  readonly order: number;
}

export type Result =
  | { readonly type: "text"; readonly text: string; readonly isError: boolean; readonly plain: boolean }
  | { readonly type: "json"; readonly value: Json; readonly isError: boolean }
  | { readonly type: "image"; readonly text: string };

export interface Settings {
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  readonly format?: { readonly type: "json" } | { readonly type: "schema"; readonly schema: Fields };
  readonly effort?: "low" | "medium" | "high";
  readonly choice?: "auto" | "none" | "required" | "tool" | "allowed";
  readonly parallel?: boolean;
  readonly seed?: number;
  readonly stream?: boolean;
}

const part: fc.Arbitrary<Part> = fc.oneof(
  { weight: 4, arbitrary: text.map((each): Part => ({ type: "text", text: each })) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom("image" as const, "pdf" as const), url: fc.boolean() }) },
);

const result: fc.Arbitrary<Result> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant("text" as const), text, isError: fc.boolean(), plain: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("json" as const), value: fc.oneof(json, object), isError: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("image" as const), text: nonBlankText }) },
);

const otherTurns: fc.Arbitrary<Turn>[] = [
  fc.record({ role: fc.constantFrom("system" as const, "developer" as const), text }),
  fc.record({
    role: fc.constant("user" as const),
    parts: fc.array(part, { minLength: 1, maxLength: 3 }),
    plain: fc.boolean(),
  }),
];

const settings: fc.Arbitrary<Settings> = fc.record(
  {
    temperature: fc.constantFrom(0, 0.3, 1),
    topP: fc.constantFrom(0.5, 1),
    maxTokens: fc.integer({ min: 16, max: 4000 }),
    stop: fc.uniqueArray(fc.constantFrom("END", "\n\n", "·", "stop"), { minLength: 1, maxLength: 4 }),
    format: fc.oneof(
      fc.constant({ type: "json" as const }),
      typedArguments.map(({ schema }) => ({ type: "schema" as const, schema })),
    ),
    effort: fc.constantFrom("low" as const, "medium" as const, "high" as const),
    choice: fc.constantFrom("auto" as const, "none" as const, "required" as const, "tool" as const, "allowed" as const),
    parallel: fc.boolean(),
    seed: fc.integer({ min: 0, max: 1000 }),
    stream: fc.boolean(),
  },
  { requiredKeys: [] },
);

const tools = fc.uniqueArray(
  fc.record(
    {
      name: fc.constantFrom("get_weather", "f", "a-b", "fs.read", "fs_read", "Tool_2"),
      description: fc.constantFrom("What it does", ""),
      typed: fc.oneof(typedArguments, looseArguments),
      custom: fc.boolean(),
    },
    { requiredKeys: ["name", "typed", "custom"] },
  ),
  { maxLength: 4, selector: ({ name }) => name },
);

/** Conversations that every dialect can begin: a user speaks first, and every call is answered. */
export const conversation: fc.Arbitrary<Conversation> = tools.chain((declared) =>
  fc.record({
    tools: fc.constant(declared.map(({ typed, ...tool }) => ({ ...tool, schema: typed.schema }))),
    turns: fc
      .array(fc.oneof(...otherTurns, assistant(declared.map(({ typed }) => typed))), { maxLength: 6 })
      .map((turns) => [...turns.filter(isSystem).slice(0, 1), HELLO, ...turns]),
    settings,
    variants: fc.nat({ max: 1023 }),
  }),
);

/** Instructions, and what a user says after them. */
export const greeting: fc.Arbitrary<Conversation> = fc.record({
  tools: fc.constant([]),
  turns: fc
    .array(fc.record({ role: fc.constantFrom("system" as const, "developer" as const), text: nonBlankText }), {
      maxLength: 4,
    })
    .map((turns) => [...turns, HELLO]),
  settings: fc.constant({}),
  variants: fc.nat({ max: 1023 }),
});

const HELLO: Turn = { role: "user", parts: [{ type: "text", text: "Hello" }], plain: true };

function isSystem({ role }: Turn): boolean {
  return role === "system" || role === "developer";
}

function assistant(typed: readonly Typed[]): fc.Arbitrary<Turn> {
  return fc.record({
    role: fc.constant("assistant" as const),
    texts: fc.array(text, { maxLength: 2 }),
    calls: typed.length === 0 ? fc.constant([]) : fc.array(call(typed), { maxLength: 3 }),
  });
}

// Most calls keep to their schema; some do not.
function call(typed: readonly Typed[]): fc.Arbitrary<Call> {
  return fc
    .record({
      tool: fc.nat({ max: typed.length - 1 }),
      style: fc.nat({ max: 5 }),
      loose: fc.option(object),
      text,
      result,
      order: fc.nat({ max: 100 }),
    })
    .map(({ loose, ...rest }) => ({ ...rest, input: loose ?? (typed[rest.tool]?.value as Fields) }));
}

/** The bits of a number, each asked for by its place: which of two forms is taken. */
export function hasBit(form: number, bit: number): boolean {
  return ((form >> bit) & 1) === 1;
}

/** The calls of a turn in the order of their results. */
export function inResultOrder<T extends Call>(calls: readonly T[]): T[] {
  return calls.toSorted((one, other) => one.order - other.order);
}

/** The calls of all turns, numbered through the conversation. */
export function numbered(turns: readonly Turn[]): readonly (readonly (Call & { readonly number: number })[])[] {
  let next = 0;
  return turns.map((turn) =>
    turn.role === "assistant" ? turn.calls.map((each) => ({ ...each, number: next++ })) : [],
  );
}
