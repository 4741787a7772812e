import { ConversionError, convertTools, createBridge, dialects, type Json, type JsonObject } from "@toolglot/core";
import * as features from "@toolglot/core/features";
import { describe, expect, test } from "vitest";
import { Budget, MAX_STEPS } from "../../packages/core/src/budget.ts";
import { WholeBlock } from "../../packages/core/src/dialects/bedrock/whole-block.ts";
import { findDialect } from "../../packages/core/src/dialects/index.ts";
import { ItemTracker } from "../../packages/core/src/dialects/openai-responses/item-tracker.ts";
import { Ledger } from "../../packages/core/src/ledger.ts";
import { readTools } from "../../packages/core/src/mapping/tools/read-list.ts";
import { Report } from "../../packages/core/src/report.ts";
import { sizeOf } from "../../packages/core/src/schema/size.ts";
import { writeTools } from "../../packages/core/src/tools/write.ts";
import { corpusTools } from "../support/corpus.ts";
import { countAccesses } from "../support/count-accesses.ts";
import { byExtent, isDrawn, someOf } from "../support/extent.ts";
import { FAMILIES, list, object, property, ref, STRING } from "./growing-schemas.ts";

const SIZES = byExtent({ quick: [100], sample: [100, 400], all: [100, 400] });
const ALL_PROFILES = ["native", "strict", "conservative", "lenient"];
/** In the quick run, families and targets alternate between two profiles. */
function profilesFor(family: number, target: number): readonly string[] {
  const quick = [(family + target) % 2 === 0 ? "native" : "strict"];
  return byExtent({ quick, sample: ALL_PROFILES, all: ALL_PROFILES });
}

const TARGETS = dialects.map(({ id }) => id);

/** What a tool costs: how often its schema is looked at, for each value in it and each step taken from the budget. */
function costOf(schema: Json, to: string, profile: string): number {
  const { value, count } = countAccesses({ name: "tool", description: "d", inputSchema: schema });
  const ledger = new Ledger({ from: "mcp", to }, { features });
  try {
    spend([value], { to, profile }, ledger);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
  }
  return count() / (sizeOf(schema, new Map()) + ledger.budget.spent);
}

function spend(tools: readonly unknown[], { to, profile }: { to: string; profile: string }, ledger: Ledger): void {
  const [source, target] = [findDialect("mcp"), findDialect(to)];
  if (source === undefined || target === undefined) throw new Error(`no dialect ${to}`);
  const decoded = readTools(tools, source.tools, ledger, {});
  const options = { dialect: target, sources: [source, target], profile: profile as "native", variant: undefined };
  writeTools(decoded, options, ledger);
}

/** Looks at a schema for each value in it, and for each step that is taken from the budget. */
const MOST_LOOKS = 60;

describe.each(Object.entries(FAMILIES).map(([name, family], index) => ({ name, family, index })))("$name", (row) => {
  const { family, index } = row;
  const targets = TARGETS.filter((_, target) => isDrawn(7, index, target));
  test.each(targets)("takes work in proportion to its size and to what it takes from the budget, for %s", (to) => {
    for (const profile of profilesFor(index, TARGETS.indexOf(to))) {
      for (const size of SIZES)
        expect(costOf(family(size), to, profile), `${profile}, ${size}`).toBeLessThan(MOST_LOOKS);
    }
  });
});

const UNIONS_14 = { allOf: list(14, () => ({ anyOf: [{ type: "string" }, { type: "number" }] })) };

test("translates 1,024 tools of 14 unions each within one budget", () => {
  const ledger = new Ledger({ from: "mcp", to: "gemini" }, { features });
  spend(
    list(1024, (i) => ({ name: `t${i}`, description: "d", inputSchema: UNIONS_14 })),
    { to: "gemini", profile: "native" },
    ledger,
  );
  expect(ledger.budget.spent).toBeLessThan(MAX_STEPS / 2);
});

test("refuses tools that together exceed the budget, with an error that names the remedy", () => {
  const bomb = FAMILIES["references that double"]?.(14) as JsonObject;
  const tools = list(1024, (i) => ({ name: `t${i}`, description: "d", inputSchema: bomb }));
  const act = () => convertTools(tools, { from: "mcp", to: "gemini", onInvalid: "skip" });
  const message = /t\d+ takes more than \d+ steps to translate; send fewer tools, or simpler schemas/;
  expect(act).toThrow(
    expect.objectContaining({
      code: "over-budget",
      path: expect.stringMatching(/^\/\d+$/),
      message: expect.stringMatching(message),
    }),
  );
});

test("leaves one tool that is too large out, and no other", () => {
  const bomb = FAMILIES["references that double"]?.(20) as JsonObject;
  const tools = [
    { name: "bomb", inputSchema: bomb },
    { name: "fine", inputSchema: object(1, () => STRING) },
  ];
  const { value, losses } = convertTools(tools, { from: "mcp", to: "ollama", onInvalid: "skip" });
  expect(value).toHaveLength(1);
  expect(losses).toContainEqual(expect.objectContaining({ code: "refused", feature: "bomb" }));
});

test("counts the schema of the answer and the arguments of calls as work of the request", () => {
  const bridge = createBridge({ client: "openai-chat", provider: "gemini" });
  const format = {
    type: "json_schema",
    json_schema: { name: "a", strict: true, schema: FAMILIES["references that double"]?.(20) },
  };
  const body = { model: "m", messages: [{ role: "user", content: "hi" }], response_format: format } as unknown as Json;
  expect(() => bridge.request(body)).toThrow(ConversionError);
});

// ── lenses ──────────────────────────────────────────────────────────────────

const TREE = {
  type: "object",
  properties: { root: ref("node") },
  required: ["root"],
  $defs: {
    node: {
      anyOf: ["a", "b", "c"].map((kind) => ({
        type: "object",
        properties: { child: ref("node"), kind: { const: kind }, note: STRING },
        required: ["kind"],
      })),
    },
  },
};

function tree(depth: number): Json {
  let node: Json = { kind: "c" };
  for (let level = 0; level < depth; level++) node = { child: node, kind: "c" };
  return { root: node };
}

test("lowers and lifts values of nested unions without trying all combinations", () => {
  const { lower, lift } = convertTools([{ name: "t", inputSchema: TREE }], {
    from: "mcp",
    to: "openai-chat",
    profile: "strict",
  });
  const value = tree(60);
  expect(lift("t", lower("t", value))).toEqual(value);
});

test("refuses arguments that a lens would blow up, and lifts none", () => {
  const wide = property({ type: "array", items: object(2_000, () => STRING) });
  const { lower, lift } = convertTools([{ name: "t", inputSchema: wide }], {
    from: "mcp",
    to: "openai-chat",
    profile: "strict",
  });
  const value = { x: list(2_000, () => ({})) };
  expect(() => lower("t", value)).toThrow(expect.objectContaining({ code: "over-budget" }));
  expect(lift("t", value)).toEqual(value);
});

// ── real tools ──────────────────────────────────────────────────────────────

const NTH = byExtent({ quick: 64, sample: 1, all: 1 });
const realTools = someOf(corpusTools(), NTH).map(({ tool }) => tool);

test.runIf(realTools.length > 0).each(TARGETS)(
  "leaves room for three times the 1,024 most expensive real tools, for %s",
  (to) => {
    const target = findDialect(to);
    const source = findDialect("mcp");
    if (source === undefined || target === undefined) throw new Error(`no dialect ${to}`);
    const costs = realTools.map((tool) => {
      const ledger = new Ledger({ from: "mcp", to }, { budget: new Budget(Number.POSITIVE_INFINITY), features });
      const decoded = readTools([tool], source.tools, ledger, { onInvalid: "skip" });
      writeTools(
        decoded,
        { dialect: target, sources: [source, target], profile: "strict", variant: undefined, onInvalid: "skip" },
        ledger,
      );
      return ledger.budget.spent;
    });
    const dearest = costs.toSorted((one, other) => other - one).slice(0, 1024 / NTH);
    expect(3 * NTH * dearest.reduce((sum, cost) => sum + cost, 0)).toBeLessThan(MAX_STEPS);
  },
);

// Copying the content again for each item would take hours.
test("collects the content of a served tool in work that grows as it does", () => {
  const block = new WholeBlock({ toolResult: { toolUseId: "tooluse_1", type: "nova_grounding_result" } });
  const count = 1_000_000;
  for (let i = 0; i < count; i++) block.add({ toolResult: [{ text: "x" }] });
  expect((block.value.toolResult as JsonObject).content).toHaveLength(count);
});

test("finds the items of a stream in work that grows as they do, with and without ids and indexes", () => {
  for (const identified of [{}, { output_index: 0 }, { item_id: "msg_1" }])
    expect(itemWork(400, identified)).toBeLessThan(2.5 * itemWork(200, identified));
});

/** How often a stream looks into its whole items: each is none that was streamed. */
function itemWork(count: number, identified: JsonObject): number {
  let parts = 0;
  const report = new Report(new Ledger({ from: "openai-responses", to: "openai-chat" }), "to_canonical");
  const tracker = new ItemTracker({ report, open: () => parts++, emit: () => {} });
  const message = (text: string): JsonObject => ({ type: "message", content: [{ type: "output_text", text }] });
  const items = countAccesses(list(count, (i) => message(`whole ${i}`)));
  const whole = countAccesses(list(count, (i) => message(`again ${i}`)));
  for (let i = 0; i < count; i++) {
    const item = tracker.added({ ...identified, item: message("") });
    item.add(message(""));
    item.textDelta("text", 0, `streamed ${i}`);
  }
  for (const item of items.value) tracker.done({ ...identified, item });
  tracker.settle(whole.value);
  return items.count() + whole.count();
}
