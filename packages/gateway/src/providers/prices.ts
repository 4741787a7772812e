import { PRICES } from "./price-data.ts";
import { AZURE, priceServiceAt } from "./price-services.ts";

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
  const service = priceServiceAt(baseUrl);
  if (service === undefined) return undefined;
  const table = tableOf(service.name);
  // The name of a deployment may be that of another model.
  const [first, second] = service.name === AZURE ? [served, model] : [model, served];
  const line = lineOf(table, first, service.region) ?? lineOf(table, second, service.region);
  return line === undefined ? undefined : pricesIn(line);
}

/** What multiplies the prices of a provider's models, by the place that its host names. */
export function placeFactor({ baseUrl }: Priced): string | undefined {
  return priceServiceAt(baseUrl)?.factor;
}

/** Whether the price of a response depends on the model that it names. */
export function isPricedByResponse(provider: Priced, model: string): boolean {
  const service = priceServiceAt(provider.baseUrl);
  return service?.name === AZURE || (service !== undefined && pricesOf(provider, model) === undefined);
}

/** Why a response has no price; `undefined` for hosts that are in no table, such as servers of one's own. */
export function unpricedReason({ baseUrl }: Priced, model: string, served: string = model): string | undefined {
  if (priceServiceAt(baseUrl) === undefined) return undefined;
  return `no price of ${model} is known${served === model ? "" : `, nor of ${served}, which answered`}`;
}

interface Priced {
  readonly baseUrl: string;
}

function lineOf(table: ReadonlyMap<string, string>, model: string, region = ""): string | undefined {
  const name = model.toLowerCase().replace(ARN, "");
  const own = table.get(`${region}/${name}`) ?? table.get(name);
  return own ?? table.get(name.replace(SNAPSHOT, "")) ?? table.get(name.replace(VERSION, ""));
}

/** The date or channel at the end of a model's name. */
const SNAPSHOT = /-(?:20\d{6}|20\d\d-\d\d-\d\d|latest)$/;

/** The version of a model on Vertex AI. */
const VERSION = /@[\w.-]+$/;

/** What stands before the id in the ARN of a model or of an inference profile. */
const ARN = /^arn:[^/]*\//;

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
