import { ConversionError, isObject, type Json, type JsonObject, jsonIn } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { readConversationCases } from "../support/conversation-cases.ts";
import { createBridge } from "../support/dynamic.ts";
import { byExtent } from "../support/extent.ts";
import { DIALECTS } from "./dialects.ts";
import { acceptedRequests, type Recorded } from "./recorded.ts";

/** How many requests of each dialect are tried: each in many forms, for two providers. */
const MOST = byExtent({ quick: 4, sample: 24, all: 400 });

const written: readonly Recorded<Json>[] = readConversationCases("requests").flatMap(({ name, files }) =>
  [...files].map(([dialect, body]) => ({ id: name, dialect, model: undefined, body })),
);

type Pointer = readonly (string | number)[];
type Swap = (value: Json) => Json | undefined;

/** What people write in place of a list, of an object or of a text. */
const SWAPS: Readonly<Record<string, Swap>> = {
  "one item for a list of one": (value) =>
    Array.isArray(value) && value.length === 1 ? (value[0] as Json) : undefined,
  "a list of one for an object": (value) => (isObject(value) ? [value] : undefined),
  "a list of one for a text": (value) => (typeof value === "string" ? [value] : undefined),
  "a text in an object for a text": (value) => (typeof value === "string" ? { text: value } : undefined),
};

/** The fields that contain messages, and the keys in them that are not text. */
const CONTENT = new Set([
  "messages",
  "input",
  "contents",
  "system",
  "instructions",
  "systemInstruction",
  "system_instruction",
]);
const NO_WORDS =
  /^(?:type|role|id|name|.*_id|data|signature|thoughtSignature|encrypted_content|status|url|uri|.*[Tt]ype)$/;

/**
 * Whatever a decoder does not understand where people talk is a loss or an error, and never silence: each text of a request is
 * in what the provider gets, or at the place of a loss, or the request is refused.
 */
describe.each(DIALECTS)("no text of a request of %s is lost in silence", (from) => {
  const own = [...written, ...acceptedRequests].filter(({ dialect, body }) => dialect === from && size(body) < 20_000);
  const targets = DIALECTS.filter(
    (dialect) => dialect !== from && (dialect === "anthropic" || dialect === "openai-chat"),
  );

  it.each(["as it is", ...Object.keys(SWAPS)])("with %s", (name) => {
    const swap = SWAPS[name];
    for (const { id, body } of spread(own)) {
      const forms =
        swap === undefined ? [body] : [...placesIn(body)].flatMap((place) => swapped(body, place, swap) ?? []);
      for (const form of forms)
        for (const to of targets)
          expect([id, to, lost(form, from, to), JSON.stringify(form).slice(0, 2000)].slice(0, 3)).toEqual([id, to, []]);
    }
  });
});

function lost(body: Json, from: string, to: string): string[] {
  try {
    const { value, losses } = createBridge({ client: from, provider: to, providerModel: "m" }).request(body);
    const sent = textsIn(value).join("\n");
    const isReported = (pointer: string) => losses.some(({ path }) => `${pointer}/`.startsWith(`${path}/`));
    const texts = [...textEntries(body)];
    // A text that occurs twice is reported once.
    const reported = new Set(texts.filter(([pointer]) => isReported(pointer)).map(([, text]) => text));
    const missing = texts.filter(([, text]) => !reported.has(text) && !sent.includes(text.trim()));
    return missing.map(([pointer, text]) => `${pointer} ${text}`.slice(0, 120));
  } catch (error) {
    if (error instanceof ConversionError) return [];
    throw error;
  }
}

function* textEntries(body: Json): Generator<[pointer: string, text: string]> {
  for (const place of placesIn(body)) {
    const value = at(body, place);
    if (typeof value !== "string" || !/\w\s+\w/.test(value) || /^\s*[[{]/.test(value)) continue;
    yield [place.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""), value];
  }
}

function* placesIn(body: Json): Generator<Pointer> {
  if (!isObject(body)) return;
  for (const [key, value] of Object.entries(body)) if (CONTENT.has(key)) yield* below(value, [key]);
}

function* below(value: Json, place: Pointer): Generator<Pointer> {
  yield place;
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* below(item as Json, [...place, index]);
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) if (!NO_WORDS.test(key)) yield* below(item, [...place, key]);
}

function swapped(body: Json, place: Pointer, swap: Swap): Json | undefined {
  const value = swap(at(body, place) ?? null);
  return value === undefined ? undefined : put(body, place, value);
}

function at(value: Json | undefined, [key, ...rest]: Pointer): Json | undefined {
  return key === undefined ? value : at((value as JsonObject)[key], rest);
}

function put(value: Json, [key, ...rest]: Pointer, to: Json): Json {
  if (key === undefined) return to;
  const inner = put((value as JsonObject)[key] ?? null, rest, to);
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...(value as JsonObject), [key]: inner };
}

// A result may be written as JSON text, in which quotes are escaped once more.
function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value, ...textsIn(/^\s*[[{]/.test(value) ? (jsonIn(value) ?? null) : null)];
  if (typeof value !== "object" || value === null) return [];
  return (Object.values(value) as Json[]).flatMap(textsIn);
}

function size(body: Json): number {
  return JSON.stringify(body).length;
}

function spread<T>(all: readonly T[]): readonly T[] {
  const step = Math.max(1, Math.ceil(all.length / MOST));
  return all.filter((_, index) => index % step === 0);
}
