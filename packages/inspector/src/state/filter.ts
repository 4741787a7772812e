import { computed, signal } from "@preact/signals";
import type { ExchangeSummary } from "@toolglot/gateway";
import { exchanges } from "./traffic.ts";

/** What the list of the traffic is narrowed to. */
export interface TrafficFilter {
  readonly text: string;
  readonly model: string;
  readonly key: string;
  readonly status: "" | "running" | "done" | "failed";
  readonly hasLoss: boolean;
}

const NO_FILTER: TrafficFilter = { text: "", model: "", key: "", status: "", hasLoss: false };

export const filter = signal(NO_FILTER);

export const isFiltered = computed(() => Object.values(filter.value).some((value) => value !== "" && value !== false));

/** The exchanges that pass the filter. */
export const shownExchanges = computed(() => {
  const words = filter.value.text.toLowerCase().split(/\s+/).filter(Boolean);
  return isFiltered.value
    ? exchanges.value.filter((exchange) => passes(exchange, filter.value, words))
    : exchanges.value;
});

/** The models and keys to choose from. */
export const knownModels = computed(() => distinct(exchanges.value.map(({ model }) => model)));
export const knownKeys = computed(() => distinct(exchanges.value.flatMap(({ key }) => key ?? [])));

export function changeFilter(changed: Partial<TrafficFilter>): void {
  filter.value = { ...filter.value, ...changed };
}

export function clearFilter(): void {
  filter.value = NO_FILTER;
}

/** The losses that matter: those of metadata are counted apart everywhere. */
export function lossesOf({ losses }: ExchangeSummary): number {
  return losses.content + losses.setting;
}

/** Whether an exchange has ended otherwise than it should. */
export function hasFailed({ state }: ExchangeSummary): boolean {
  return state === "failed" || state === "closed";
}

function passes(exchange: ExchangeSummary, wanted: TrafficFilter, words: readonly string[]): boolean {
  if (wanted.hasLoss && lossesOf(exchange) === 0) return false;
  if (wanted.model !== "" && exchange.model !== wanted.model) return false;
  if (wanted.key !== "" && exchange.key !== wanted.key) return false;
  if (wanted.status === "failed" ? !hasFailed(exchange) : wanted.status !== "" && exchange.state !== wanted.status)
    return false;
  if (words.length === 0) return true;
  const text = searchable(exchange);
  return words.every((word) => text.includes(word));
}

/** Each state of an exchange is an object of its own, so that its text is made once. */
const texts = new WeakMap<ExchangeSummary, string>();

function searchable(exchange: ExchangeSummary): string {
  const known = texts.get(exchange);
  if (known !== undefined) return known;
  const text = textOf(exchange);
  texts.set(exchange, text);
  return text;
}

function textOf(exchange: ExchangeSummary): string {
  const { id, session, client, agent, key, model, provider, providerModel, status, error, calls, excerpt } = exchange;
  const fields = [id, session, client, agent, key, model, provider, providerModel, status, error?.message, excerpt];
  return [...fields, ...calls].join(" ").toLowerCase();
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
