import type { Loss } from "@toolglot/core";
import type { ProviderBinding } from "../bindings/binding.ts";
import { getOrCreate } from "../get-or-create.ts";
import type { HeaderMap } from "../transport.ts";
import type { UsedTokens } from "./attempt-result.ts";
import type { Destination } from "./destinations.ts";
import { lossHeader } from "./loss-header.ts";
import { responseCost } from "./response-cost.ts";

/** The headers that tell the client which model responded and what was lost, and those of the provider that it may see. */
export function targetHeaders(
  destination: Destination,
  losses: readonly Loss[],
  upstream: HeaderMap,
  { returnedHeaders }: Pick<ProviderBinding, "returnedHeaders">,
): Record<string, string> {
  const headers: Record<string, string> = {
    "x-toolglot-target": targetText(destination),
    "x-toolglot-losses": lossHeader(losses),
  };
  addMatching(headers, upstream, returnedHeaders);
  return headers;
}

/** The header with what the response costs in dollars, where that is known. A stream begins before it is. */
export function costHeader(destination: Destination, used: UsedTokens): Record<string, string> {
  const cost = responseCost(destination, used);
  return cost === undefined ? {} : { "x-toolglot-cost": decimal(cost) };
}

// No exponent: 0.00000012, and not 1.2e-7.
function decimal(number: number): string {
  const digits = number.toFixed(10);
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, digits[end - 1] === "." ? end - 1 : end);
}

/** Removes secrets from all values, in place. */
export function redactHeaders(
  redact: (text: string) => string,
  headers: Record<string, string>,
): Record<string, string> {
  for (const name in headers) {
    const value = headers[name] ?? "";
    const redacted = redact(value);
    if (redacted !== value) headers[name] = redacted;
  }
  return headers;
}

/** The target as a header, which is the same for all requests. */
function targetText(destination: Destination): string {
  return getOrCreate(targets, destination, ({ provider, model }) => headerText(`${provider.name}/${model}`));
}

const targets = new WeakMap<Destination, string>();

// Names come from the config or from the client, and may contain line breaks.
function headerText(text: string): string {
  return UNPRINTABLE.test(text) ? text.replace(ALL_UNPRINTABLE, "?").slice(0, 1024) : text.slice(0, 1024);
}

const UNPRINTABLE = /[^\x20-\x7e]/;
const ALL_UNPRINTABLE = /[^\x20-\x7e]/g;

function addMatching(added: Record<string, string>, headers: HeaderMap, patterns: readonly RegExp[]): void {
  const known = getOrCreate(verdicts, patterns, () => new Map());
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && (known.get(name) ?? judge(known, name, patterns))) added[name] = value;
  }
}

function judge(known: Map<string, boolean>, name: string, patterns: readonly RegExp[]): boolean {
  const matches = patterns.some((pattern) => pattern.test(name));
  if (known.size < MAX_NAMES) known.set(name, matches);
  return matches;
}

/** Which names match the patterns of a binding: all responses of a provider have the same headers. */
const verdicts = new WeakMap<readonly RegExp[], Map<string, boolean>>();
const MAX_NAMES = 500;
