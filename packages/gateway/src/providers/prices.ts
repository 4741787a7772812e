import { PRICES } from "./price-data.ts";

/** What a model's tokens cost, in dollars per million. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
  /** By default, the price of input. */
  readonly cacheRead?: number;
  /** By default, the price of input. */
  readonly cacheWrite?: number;
  /** For what the cache keeps for an hour; by default, the price of other cache writes. */
  readonly cacheWriteHour?: number;
  /** By default, the price of output. */
  readonly reasoning?: number;
}

/** The prices of a model, and those of its other service tiers and of longer prompts. */
export interface ModelPrices extends TokenPrices {
  readonly variants: readonly PriceVariant[];
  /** What multiplies them all, by its name. */
  readonly factors: Readonly<Record<string, number>>;
}

export interface PriceVariant extends TokenPrices {
  readonly tier?: string;
  /** The prompt has more tokens than this. */
  readonly above: number;
}

/**
 * The prices of a provider's model, or of the model that a response names, where they are known. They depend on who serves the
 * model, so the provider's host decides.
 */
export function pricesOf({ baseUrl }: Priced, model: string, served: string = model): ModelPrices | undefined {
  const service = serviceAt(baseUrl);
  const table = service === undefined ? undefined : tableOf(service);
  if (table === undefined) return undefined;
  // The name of a deployment may be that of another model.
  const [first, second] = service === AZURE ? [served, model] : [model, served];
  const line = lineOf(table, first) ?? lineOf(table, second);
  return line === undefined ? undefined : pricesIn(line);
}

/** Whether the price of a response depends on the model that it names. */
export function isPricedByResponse(provider: Priced, model: string): boolean {
  const service = serviceAt(provider.baseUrl);
  return service === AZURE || (service !== undefined && pricesOf(provider, model) === undefined);
}

/** Why a response has no price; `undefined` for hosts that are in no table, such as servers of one's own. */
export function unpricedReason({ baseUrl }: Priced, model: string, served: string = model): string | undefined {
  if (serviceAt(baseUrl) === undefined) return undefined;
  return `no price of ${model} is known${served === model ? "" : `, nor of ${served}, which answered`}`;
}

interface Priced {
  readonly baseUrl: string;
}

function lineOf(table: ReadonlyMap<string, string>, model: string): string | undefined {
  const name = model.toLowerCase().replace(ARN, "");
  return table.get(name) ?? table.get(name.replace(SNAPSHOT, "")) ?? table.get(name.replace(VERSION, ""));
}

/** Its models are deployments, whose names their owners choose. */
const AZURE = "azure";

/** The date or channel at the end of a model's name. */
const SNAPSHOT = /-(?:20\d{6}|20\d\d-\d\d-\d\d|latest)$/;

/** The version of a model on Vertex AI. */
const VERSION = /@[\w.-]+$/;

/** What stands before the id in the ARN of a model or of an inference profile. */
const ARN = /^arn:[^/]*\//;

/** Hosts, and the name of their prices. */
const SERVICES: ReadonlyMap<string, string> = new Map([
  ["api.openai.com", "openai"],
  ["api.anthropic.com", "anthropic"],
  ["generativelanguage.googleapis.com", "gemini"],
  ["api.deepseek.com", "deepseek"],
  ["api.groq.com", "groq"],
  ["api.mistral.ai", "mistral"],
  ["api.x.ai", "xai"],
  ["api.together.xyz", "together_ai"],
  ["api.together.ai", "together_ai"],
  ["api.fireworks.ai", "fireworks_ai"],
  ["api.cerebras.ai", "cerebras"],
  ["api.perplexity.ai", "perplexity"],
  ["dashscope.aliyuncs.com", "dashscope"],
  ["dashscope-intl.aliyuncs.com", "dashscope"],
  ["api.moonshot.ai", "moonshot"],
  ["api.moonshot.cn", "moonshot"],
  ["api.z.ai", "zai"],
  ["api.minimax.io", "minimax"],
  ["api.studio.nebius.com", "nebius"],
  ["api.tokenfactory.nebius.com", "nebius"],
  ["api.cohere.com", "cohere_chat"],
  ["api.cohere.ai", "cohere_chat"],
  ["ai-gateway.vercel.sh", "vercel_ai_gateway"],
]);

/** Hosts that differ from region to region. */
const REGIONAL_SERVICES: readonly (readonly [host: RegExp, service: string])[] = [
  // https://docs.aws.amazon.com/general/latest/gr/bedrock.html
  [/^bedrock-runtime(?:-fips)?\.[a-z0-9-]+\.amazonaws\.com$/, "bedrock_converse"],
  // https://cloud.google.com/vertex-ai/generative-ai/docs/learn/locations
  [/^(?:[a-z0-9-]+-)?aiplatform\.(?:[a-z]+\.rep\.)?googleapis\.com$/, "vertex_ai"],
  // https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
  [/^[a-z0-9-]+\.(?:openai|services\.ai|cognitiveservices)\.azure\.com$/, AZURE],
];

function serviceAt(baseUrl: string): string | undefined {
  if (services.has(baseUrl)) return services.get(baseUrl);
  const service = URL.canParse(baseUrl) ? serviceOf(new URL(baseUrl).hostname) : undefined;
  services.set(baseUrl, service);
  return service;
}

/** By the addresses of providers, which are few. */
const services = new Map<string, string | undefined>();

function serviceOf(hostname: string): string | undefined {
  return SERVICES.get(hostname) ?? REGIONAL_SERVICES.find(([host]) => host.test(hostname))?.[1];
}

/** Lines of the price data by model, of the services that were asked for. */
const tables = new Map<string, ReadonlyMap<string, string>>();

function tableOf(service: string): ReadonlyMap<string, string> {
  const known = tables.get(service);
  if (known !== undefined) return known;
  const lines = (PRICES[service] ?? "").trim().split("\n");
  const table = new Map(lines.map((line) => splitOnce(line, " ")));
  tables.set(service, table);
  return table;
}

/** Lines that were read: there are as many as models. */
const read = new Map<string, ModelPrices>();

function pricesIn(line: string): ModelPrices {
  const prices = read.get(line) ?? readPrices(line);
  read.set(line, prices);
  return prices;
}

function readPrices(line: string): ModelPrices {
  const [base = "", ...others] = line.split(" | ");
  const variants = others.filter((text) => !text.startsWith(FACTORS));
  const factors = others.filter((text) => text.startsWith(FACTORS)).flatMap(readFactors);
  return { ...readTokenPrices(base), variants: variants.map(readVariant), factors: Object.fromEntries(factors) };
}

const FACTORS = "* ";

function readFactors(text: string): [name: string, factor: number][] {
  const words = text.slice(FACTORS.length).split(" ");
  return words.map((word) => [word.replace(/[\d.]+$/, ""), Number(/[\d.]+$/.exec(word)?.[0] ?? 1)]);
}

function readVariant(text: string): PriceVariant {
  const words = text.split(" ");
  const above = words.find((word) => word.startsWith(">"));
  const tier = words.find((word) => /^[a-z]+$/.test(word));
  return { ...readTokenPrices(text), above: Number(above?.slice(1) ?? 0), ...(tier === undefined ? {} : { tier }) };
}

const FIELDS: Readonly<Record<string, keyof TokenPrices>> = {
  i: "input",
  o: "output",
  r: "cacheRead",
  w: "cacheWrite",
  h: "cacheWriteHour",
  t: "reasoning",
};

function readTokenPrices(text: string): TokenPrices {
  const priced = text.split(" ").filter((word) => /^[a-z][\d.]/.test(word));
  const prices = priced.flatMap((word) => {
    const field = FIELDS[word.charAt(0)];
    return field === undefined ? [] : [[field, Number(word.slice(1))] as const];
  });
  return { input: 0, output: 0, ...Object.fromEntries(prices) };
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return [text.slice(0, index), text.slice(index + separator.length)];
}
