import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { hash } from "./random.ts";
import { walk } from "./schema.ts";

/** One tool of the corpus, in MCP form. */
export interface CorpusTool {
  readonly id: string;
  readonly source: string;
  readonly tool: JsonObject;
}

/** Where the shared corpus lies when it is there. */
export const CORPUS: string = fileURLToPath(new URL("../../../shared/corpus", import.meta.url));
const SAMPLE = fileURLToPath(new URL("../sample/tools.jsonl", import.meta.url));

/** The real tools of the shared corpus, or, loudly, our own sample of them where it is absent. */
export function corpusTools(): CorpusTool[] {
  const real = `${CORPUS}/tools.dev.jsonl`;
  if (existsSync(real)) return readTools(real);
  console.warn(`\n*** ${real} is absent: the laws run on the hand-written sample alone ***\n`);
  return sampleTools();
}

/** The tools that we wrote ourselves, one for each oddity. */
export function sampleTools(): CorpusTool[] {
  return readTools(SAMPLE);
}

/** A fixed sample: tools with the rarest features first, ties by a hash of the id. */
export function sample(tools: readonly CorpusTool[], count: number): CorpusTool[] {
  const featured = tools.map((tool) => ({ tool, features: featuresOf(tool.tool) }));
  const counts = new Map<string, number>();
  for (const { features } of featured)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const rarity = (features: Set<string>) => Math.min(...[...features].map((feature) => counts.get(feature) ?? 0));
  const ranked = featured.map(({ tool, features }) => ({
    tool,
    features,
    rare: rarity(features),
    order: hash(tool.id),
  }));
  ranked.sort((left, right) => left.rare - right.rare || left.order - right.order);
  return cover(ranked, count).slice(0, count);
}

/** The features of a tool: each field, keyword, keyword at a position, type, and odd shape. */
export function featuresOf(tool: JsonObject): Set<string> {
  const features = new Set(
    Object.keys(tool).flatMap((field) => [`field ${field}`, `field ${field} is ${kind(tool[field])}`]),
  );
  walk(tool.inputSchema ?? true, (schema, pointer, position) => {
    features.add(`depth ${pointer.split("/").length >> 2}`);
    if (!isObject(schema)) features.add(`${JSON.stringify(schema)?.slice(0, 20)} at ${position}`);
    else for (const keyword of Object.keys(schema)) addFeatures(features, keyword, schema, position);
  });
  return features;
}

interface Ranked {
  readonly tool: CorpusTool;
  readonly features: Set<string>;
}

// Two hundred tools with the same rare feature teach little: each new feature first, then the rest in their order.
function cover(ranked: readonly Ranked[], count: number): CorpusTool[] {
  const seen = new Map<string, number>();
  const fresh = (features: Set<string>) => [...features].some((feature) => (seen.get(feature) ?? 0) < 1);
  const first: CorpusTool[] = [];
  const rest: CorpusTool[] = [];
  for (const { tool, features } of ranked) {
    const chosen = first.length < count && fresh(features);
    (chosen ? first : rest).push(tool);
    if (chosen) for (const feature of features) seen.set(feature, (seen.get(feature) ?? 0) + 1);
  }
  return [...first, ...rest];
}

function addFeatures(features: Set<string>, keyword: string, schema: JsonObject, position: string): void {
  if (!KEYWORDS.has(keyword)) {
    features.add("unknown keyword");
    return;
  }
  features.add(keyword).add(`${keyword} at ${position}`);
  if (VALUED.has(keyword)) features.add(`${keyword} ${JSON.stringify(schema[keyword])}`);
  const value = schema[keyword];
  features.add(`${keyword} is ${kind(value)}`);
}

function kind(value: Json | undefined): string {
  if (Array.isArray(value))
    return value.length === 0 ? "[]" : `list of ${[...new Set(value.map((item) => typeof item))].sort()}`;
  if (!isObject(value)) return value === null ? "null" : typeof value;
  return Object.keys(value).length === 0 ? "{}" : "object";
}

const VALUED: ReadonlySet<string> = new Set(["type", "format", "$schema", "additionalProperties"]);
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "$schema $id $ref $defs $anchor $comment $dynamicRef $dynamicAnchor definitions type enum const properties required additionalProperties " +
    "patternProperties propertyNames unevaluatedProperties minProperties maxProperties dependentRequired dependentSchemas dependencies " +
    "items prefixItems additionalItems unevaluatedItems contains minContains maxContains minItems maxItems uniqueItems " +
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format contentEncoding contentMediaType contentSchema " +
    "anyOf oneOf allOf not if then else title description default examples example deprecated readOnly writeOnly nullable propertyOrdering optional strict"
  ).split(" "),
);

const read = new Map<string, CorpusTool[]>();

// Ten megabytes, which most laws look at: each process reads them once.
function readTools(file: string): CorpusTool[] {
  const tools = read.get(file) ?? linesOf(file).map((line) => JSON.parse(line) as CorpusTool);
  read.set(file, tools);
  return [...tools];
}

function linesOf(file: string): string[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
}
