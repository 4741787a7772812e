import { isJsonNumber, isObject, type Json, stringifyJson } from "@toolglot/core";
import { valueAt } from "./text.ts";

/** A piece of a prompt: a tool, a text of the instructions, a block of a message. */
export interface PromptPiece {
  readonly section: PromptSectionName;
  /** JSON Pointer into the request. */
  readonly pointer: string;
  readonly text: string;
}

export type PromptSectionName = "model" | "tools" | "instructions" | "messages";

/**
 * Where requests have the parts of the prompt, in the order in which providers put them together, wherever they stand in the body. Each
 * model has a cache of its own.
 * https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching, https://platform.openai.com/docs/guides/prompt-caching
 */
const ORDER: readonly (readonly [PromptSectionName, readonly string[]])[] = [
  ["model", ["/model"]],
  ["tools", ["/tools", "/toolConfig/tools"]],
  ["instructions", ["/system", "/instructions", "/systemInstruction", "/system_instruction"]],
  ["messages", ["/messages", "/input", "/contents"]],
];

/** A request as the prompt that a provider makes of it. What says how to cache it is no part of it. */
export function promptOf(request: Json): PromptPiece[] {
  return ORDER.flatMap(([section, pointers]) =>
    pointers.flatMap((pointer) =>
      itemsAt(request, pointer).flatMap((item) => blocksOf(item).map((block) => ({ section, ...pieceOf(block) }))),
    ),
  );
}

interface Place {
  readonly pointer: string;
  readonly value: Json;
  readonly role?: Json;
}

function itemsAt(request: Json, pointer: string): Place[] {
  const value = valueAt(request, pointer);
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? listed(value, pointer) : [{ pointer, value }];
}

/** The blocks of a message; what has no blocks is one itself. */
function blocksOf(item: Place): Place[] {
  const { pointer, value } = item;
  if (!isObject(value)) return [item];
  const field = ["content", "parts"].find((name) => Array.isArray(value[name]) || typeof value[name] === "string");
  const blocks = field === undefined ? undefined : value[field];
  // What else a message has, such as its calls, follows its content.
  const { [field ?? ""]: _, role, ...rest } = value;
  if (field === undefined || blocks === undefined) return [item];
  const content = Array.isArray(blocks)
    ? listed(blocks, `${pointer}/${field}`)
    : [{ pointer: `${pointer}/${field}`, value: blocks }];
  const others = Object.keys(rest).length === 0 ? [] : [{ pointer, value: rest }];
  return [...content, ...others].map((each) => ({ ...each, ...(role === undefined ? {} : { role }) }));
}

function listed(items: readonly Json[], pointer: string): Place[] {
  return items
    .map((value, index) => ({ pointer: `${pointer}/${index}`, value }))
    .filter(({ value }) => !isCacheMark(value));
}

function pieceOf({ pointer, value, role }: Place): Omit<PromptPiece, "section"> {
  const text = plainText(value) ?? stringifyJson(withoutMarks(value));
  return { pointer, text: role === undefined ? text : `${stringifyJson(role)} ${text}` };
}

/** A block with a text says the same as the text alone, which clients make of the last block when they move a mark. */
function plainText(value: Json): string | undefined {
  if (typeof value === "string") return JSON.stringify(value);
  if (!isObject(value) || typeof value.text !== "string") return undefined;
  return Object.keys(value).every((key) => PLAIN.has(key)) ? JSON.stringify(value.text) : undefined;
}

const PLAIN = new Set(["type", "text", "cache_control"]);

function withoutMarks(value: Json): Json {
  if (Array.isArray(value)) return value.filter((item) => !isCacheMark(item)).map(withoutMarks);
  if (!isObject(value) || isJsonNumber(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== "cache_control");
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutMarks(item)]));
}

/** Bedrock marks places by blocks of their own. */
function isCacheMark(value: Json): boolean {
  return isObject(value) && Object.hasOwn(value, "cachePoint");
}
