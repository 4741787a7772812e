// The keys under which reasoning is stored beside the conversation. They are computed from what every client sends
// back: calls, texts, and the messages before them.

import { hashText } from "../../identity/hash.ts";
import { isJsonNumber } from "../../json/number.ts";
import { isArray } from "../../json/value.ts";
import { parseInput } from "../../mapping/nodes/call-input.ts";
import type { CallInput, CallPart } from "../../model/call.ts";
import type { MediaPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";

/** What identifies a call to the client. */
export type KnownCall = Pick<CallPart, "id" | "name" | "input">;

/** The position of a response or a call: the conversation before it, and the index of the call. */
export interface KeyPlace {
  /** The fingerprint of all messages before the response; computed only where it is needed. */
  readonly prefix: () => string;
  readonly position: number;
}

/**
 * The key of a call. A random id is enough; with any other (`call_0`, `functions.read:3`, none) the conversation before it is
 * part of the key, because other conversations have calls with the same id.
 */
export function callKey(call: KnownCall, place: KeyPlace): string {
  return isUnique(call) ? uniqueKey(call) : placedKey(call, place);
}

/** The keys that a call is stored under: where clients need not send ids back, one of them has no id. */
export function callKeys(call: KnownCall, place: KeyPlace, optionalIds: boolean): string[] {
  const key = callKey(call, place);
  return optionalIds ? [key, placedKey({ ...call, id: "" }, place)] : [key];
}

/** The key of a response without calls. */
export function textKey(text: string, { prefix }: KeyPlace): string {
  return hashText(JSON.stringify(["text", prefix(), text.trim()]));
}

/** Fingerprints of messages: of texts, calls, results and media, but not of reasoning. */
export class Fingerprints {
  private readonly messages: readonly Message[];
  private readonly known: string[] = [""];

  constructor(messages: readonly Message[]) {
    this.messages = messages;
  }

  /** The fingerprint of the first messages. */
  upTo(count: number): string {
    for (let index = this.known.length - 1; index < count; index++) {
      const message = this.messages[index];
      const before = this.known[index] ?? "";
      this.known.push(message === undefined ? before : hashMessage(before, message));
    }
    return this.known[count] ?? "";
  }
}

function uniqueKey({ id, name, input }: KnownCall): string {
  return hashText(JSON.stringify(["call", id, name, inputText(input)]));
}

function placedKey({ id, name, input }: KnownCall, { prefix, position }: KeyPlace): string {
  return hashText(JSON.stringify(["placed", prefix(), position, id, name, inputText(input)]));
}

/**
 * Whether an id is long and random enough to be no other call's: the providers' own (`toolu_01…`, `call_…` with 24 random
 * characters, 32 hexadecimal digits) are, and counters, names and short ids are not.
 */
function isUnique({ id, name }: KnownCall): boolean {
  const random = /[A-Za-z0-9]{20,}$/.exec(id)?.[0] ?? "";
  if (random === "" || id.includes(name)) return false;
  return new Set(random).size >= 8 && /\d.*\d/.test(random) && /[A-Za-z].*[A-Za-z]/.test(random);
}

// ── the content of messages ────────────────────────────────────────────────────────────

function hashMessage(before: string, { role, parts }: Message): string {
  const content = parts.flatMap((part) => contentOf(part));
  return content.length === 0 ? before : hashText(JSON.stringify([before, role === "tool" ? "user" : role, content]));
}

function contentOf(part: Part): Json[] {
  switch (part.type) {
    case "text":
    case "refusal":
      return part.text.trim() === "" ? [] : [part.text];
    case "call":
      return [["call", part.id, part.name, inputText(part.input)]];
    case "result":
      return [["result", part.id, ...part.parts.flatMap(contentOf)]];
    case "media":
      return [["media", part.kind, sampled(part)]];
    case "opaque":
      return [["opaque", part.feature]];
    case "reasoning":
      return [];
  }
}

// To hash a whole image would take longer than the rest of the request.
function sampled({ source }: MediaPart): string {
  const text = source.type === "base64" ? source.data : JSON.stringify(source);
  const middle = text.length >> 1;
  return [text.length, text.slice(0, SAMPLE), text.slice(middle, middle + SAMPLE), text.slice(-SAMPLE)].join(" ");
}

const SAMPLE = 1024;

// Clients parse arguments and stringify them again, possibly with sorted keys and with native numbers.
function inputText(input: CallInput): string {
  if (input.type === "text") return input.text;
  const { value, text } = parseInput(input);
  return value === undefined ? text : JSON.stringify(sorted(value));
}

function sorted(value: Json): Json {
  if (isJsonNumber(value)) return Number(String(value));
  if (isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const object = value as JsonObject;
  return Object.keys(object)
    .sort()
    .map((key) => [key, sorted(object[key] ?? null)]);
}
