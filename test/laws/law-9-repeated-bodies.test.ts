import {
  BodyReader,
  type Bridge,
  createBridge,
  type FastOption,
  type Json,
  parseJson,
  stringifyJson,
  ToolMemory,
} from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { caseRequests, caseResponses } from "../conversations/case-examples.ts";
import { DIALECTS } from "../conversations/dialects.ts";
import { haveTraffic, type Recorded, requests, responses } from "../conversations/recorded.ts";
import type { DialectName } from "../properties/dialects.ts";
import { byExtent, isDrawn } from "../support/extent.ts";
import { variantsOf } from "./body-variants.ts";
import { switchesThatMatter } from "./fast-paths.ts";
import { type Ends, type Outcome, outcome, translated } from "./repeated-requests.ts";

// Law 9 for templates: a body of a shape that was seen before is translated as if it were the first.

/** Every two that differ; in the quick run, each dialect with two or three others, on each side. */
const pairs = DIALECTS.flatMap((from, row) =>
  DIALECTS.filter((to, column) => to !== from && isDrawn(3, row, column + 1)).map((to) => [from, to] as const),
);

const SWITCHES = [
  { name: "templates", fast: { templates: false } },
  { name: "all fast paths", fast: false },
];

/** How often a body is translated before its variants are. */
const REPEATS = 3;
const VARIANTS = byExtent({ quick: 6, sample: 16, all: 120 });
const BODIES = byExtent({ quick: 1, sample: 2, all: 8 });

describe("repeated requests and their variants are the same without templates", () => {
  it.each(pairs)("from %s to %s", (client, provider) => {
    const found = some(caseRequests, requests, client, provider).flatMap(({ id, body }) => {
      const bodies = [...Array<Json>(REPEATS).fill(body), ...variantsOf(body, VARIANTS)].map((each) =>
        JSON.stringify(each),
      );
      return switchesThatMatter((fast) => translated(bodies, { client, provider }, fast), SWITCHES).map(
        (name) => `${id}: ${name}`,
      );
    });
    expect(found).toEqual([]);
  });
});

describe("repeated requests whose prompts are to be cached are the same without fast paths", () => {
  it.each(pairs.filter(([, provider]) => MARKED.has(provider)))("from %s to %s", (client, provider) => {
    const found = some(caseRequests, requests, client, provider).flatMap(({ id, body }) => {
      const bodies = [...Array<Json>(REPEATS + 1).fill(body), ...variantsOf(body, 2)].map(longText);
      const ends = { client, provider, caching: {} };
      return switchesThatMatter((fast) => translated(bodies, ends, fast), CACHES).map((name) => `${id}: ${name}`);
    });
    expect(found).toEqual([]);
  });
});

/** A body as text that is long enough for its lists to be remembered. */
function longText(body: Json): string {
  return JSON.stringify(body).replace("{", `{${" ".repeat(8192)}`);
}

describe("schemas that are written as they were read are the same without fast paths", () => {
  it.each(pairs)("from %s to %s", (client, provider) => {
    const found = some(caseRequests, requests, client, provider).flatMap(({ id, body }) => {
      const bodies = [body, ...variantsOf(body, 2)].map(compactText);
      const ends = { client, provider, caching: {} };
      return switchesThatMatter((fast) => translated(bodies, ends, fast), CACHES).map((name) => `${id}: ${name}`);
    });
    expect(found).toEqual([]);
  });
});

/** The same without spaces between its values. */
function compactText(body: Json): string {
  return JSON.stringify(body).replace("{", `{"padding":"${"x".repeat(8192)}",`);
}

/** The dialects with marks in prompts, and the fast path that remembers marked tools. */
const MARKED: ReadonlySet<string> = new Set(["anthropic", "bedrock", "openrouter"]);
const CACHES = [{ name: "bodyCache", fast: { bodyCache: false } }, ...SWITCHES];

it("keeps the digits of numbers where a body is repeated", () => {
  const memory = new ToolMemory();
  const reader = new BodyReader();
  const schema = '{"type":"object","properties":{"n":{"maximum":12345678901234567890}}}';
  const tools = `[{"name":"add","description":"${"Adds. ".repeat(2000)}","input_schema":${schema}}]`;
  const text = `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"Hi"}],"tools":${tools}}`;
  for (let turn = 0; turn <= REPEATS + 1; turn++) {
    const body = reader.read(text) as never;
    const { value } = createBridge({ client: "anthropic", provider: "bedrock", memory }).request(body);
    expect(stringifyJson(value)).toContain("12345678901234567890");
  }
});

describe("repeated responses and their variants are the same without templates", () => {
  it.each(pairs)("to %s from %s", (client, provider) => {
    const found = some(caseResponses, responses, provider, client).flatMap(({ id, body }) => {
      const bodies = [...Array<Json>(REPEATS + 1).fill(body), ...variantsOf(body, VARIANTS)];
      return switchesThatMatter((fast) => answered(bodies, { client, provider }, fast), SWITCHES).map(
        (name) => `${id}: ${name}`,
      );
    });
    expect(found).toEqual([]);
  });
});

describe("the texts of repeated responses and of their variants are translated alike without templates", () => {
  it.each(pairs)("to %s from %s", (client, provider) => {
    const found = some(caseResponses, responses, provider, client).flatMap(({ id, body }, index) => {
      const bodies = [...Array<Json>(REPEATS + 2).fill(body), ...variantsOf(body, VARIANTS)];
      const texts = bodies.map((each) => JSON.stringify(each, null, index % 2));
      return switchesThatMatter((fast) => answeredTexts(texts, { client, provider }, fast), SWITCHES).map(
        (name) => `${id}: ${name}`,
      );
    });
    expect(found).toEqual([]);
  });
});

/** Rosetta cases and recordings of a dialect, others for each target. */
function some(
  cases: readonly Recorded<Json>[],
  recorded: readonly Recorded<Json>[],
  dialect: string,
  target: string,
): Recorded<Json>[] {
  const offset = (DIALECTS as readonly string[]).indexOf(target);
  return [cases, haveTraffic ? recorded : []].flatMap((all) => {
    const own = all.filter((each) => each.dialect === dialect);
    const step = Math.max(1, Math.floor(own.length / BODIES));
    return own.filter((_, index) => (index + offset) % step === 0).slice(0, BODIES);
  });
}

/** Responses to one request, each by a bridge of its own. */
function answered(bodies: readonly Json[], ends: Ends, fast: FastOption): unknown {
  return responded(bodies, { ...ends, fast }, (bridge, body) => bridge.response(body as never));
}

/** The same for their texts, as in a gateway: those that cannot be repeated are parsed. */
function answeredTexts(texts: readonly string[], ends: Ends, fast: FastOption): unknown {
  return responded(texts, { ...ends, fast }, (bridge, text) => {
    const repeated = bridge.repeatResponse(text);
    if (repeated !== undefined) return { ...repeated.result, value: repeated.text };
    const translated = bridge.response(parseJson(text, { noteDuplicates: true }) as never, { text });
    return { ...translated, value: stringifyJson(translated.value) };
  });
}

/** Each response by a bridge of its own, with ids and times as a gateway makes them. */
function responded<T>(
  all: readonly T[],
  options: Ends & { readonly fast: FastOption },
  respond: (bridge: Bridge<DialectName, DialectName>, each: T) => Outcome,
): unknown {
  const memory = new ToolMemory();
  const [asked] = caseRequests.filter(({ dialect, id }) => dialect === options.client && id.startsWith("requests/"));
  return all.map((each, index) =>
    outcome(() => {
      let count = index;
      const made = { ids: () => `id${String(count++).padStart(22, "0")}`, now: () => 1_700_000_000 + index };
      const bridge = createBridge({ ...options, ...made, memory, providerName: "one" });
      bridge.request(asked?.body as never);
      return respond(bridge, each);
    }),
  );
}
