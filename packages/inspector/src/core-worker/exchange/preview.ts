import { isJsonNumber, isObject, type Json, type JsonObject } from "@toolglot/core";
import type { RowSide } from "@toolglot/core/align";
import type { CellContent } from "./views.ts";

const LONGEST = 180;

/** Fields that the head of a cell says already, or that say nothing to a reader. */
const UNTOLD = new Set(["type", "name", "role", "id", "call_id", "tool_use_id", "tool_call_id", "object", "index"]);

/** What a reader looks for in a node: alone, or before everything else. */
const MAIN = [
  "text",
  "thinking",
  "content",
  "input",
  "arguments",
  "args",
  "output",
  "response",
  "functionCall",
  "function",
  "summary",
];

/** Kinds of rows that are a block of a message, or a tool: its type or name says more than the field that has it. */
const BLOCKS = new Set(["system", "text", "reasoning", "call", "result", "media", "block", "message", "tool"]);

/** A node in one line: its type or field, the name of its tool, and the start of its value. */
export function cellOf({ pointer, value }: RowSide, { kind, role }: { kind: string; role?: string }): CellContent {
  if (!BLOCKS.has(kind) && !isBlock(pointer, value)) return { pointer, head: fieldOf(pointer), text: previewOf(value) };
  const name = nameIn(value);
  const cell = {
    pointer,
    head: headOf(pointer, value, kind === "result" ? resultRole(value) : role),
    text: blockPreview(value),
  };
  return name === undefined || name === cell.head ? cell : { ...cell, name };
}

/** What a field has become may be a block: a signature that carries reasoning. */
function isBlock(pointer: string, value: Json): boolean {
  return /\/\d+$/.test(pointer) && isObject(value) && typeof value.type === "string";
}

/** The start of a value as compact JSON, without quotes around plain keys. */
function previewOf(value: Json): string {
  const writer = new PreviewWriter();
  writer.write(value);
  return writer.text.length > LONGEST ? `${writer.text.slice(0, LONGEST)}…` : writer.text;
}

function headOf(pointer: string, value: Json, role: string | undefined): string {
  const field = fieldOf(pointer);
  const instructions = INSTRUCTIONS.exec(pointer)?.[1];
  if (instructions !== undefined) return instructions;
  if (!isObject(value)) return /^(content|text|parts|input)$/.test(field) ? (role ?? field) : field;
  const { type } = value;
  if (typeof type === "string" && !PLAIN_TYPES.has(type)) return type;
  const inner = Object.keys(value).find((key) => /^(function|tool)(Call|Response|Use|Result)$/.test(key));
  if (inner !== undefined) return inner;
  return nameIn(value) ?? role ?? (typeof value.role === "string" ? value.role : field);
}

/** Fields of a request that are named after their role. */
const INSTRUCTIONS = /^\/(system|instructions|systemInstruction|system_instruction)(?:\/|$)/;

// Where results are messages, dialects have a role for them, and the canonical role is the user's.
function resultRole(value: Json): string {
  return isObject(value) && typeof value.role === "string" ? value.role : "tool";
}

/** Types of which the role says more. */
const PLAIN_TYPES = new Set(["text", "input_text", "output_text", "function", "message"]);

function fieldOf(pointer: string): string {
  const names = pointer.split("/").filter((segment) => !/^\d*$/.test(segment));
  return (names.at(-1) ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
}

function nameIn(value: Json): string | undefined {
  if (!isObject(value)) return undefined;
  if (typeof value.name === "string") return value.name;
  return Object.values(value)
    .map((each) => (isObject(each) ? each.name : undefined))
    .find((name) => typeof name === "string");
}

/** The main field of a block, or what is left of it without what the head says. */
function blockPreview(value: Json): string {
  if (!isObject(value) || isJsonNumber(value)) return previewOf(value);
  const main = MAIN.find((key) => Object.hasOwn(value, key));
  const inner = main === undefined ? undefined : value[main];
  if (inner === undefined) return previewOf(withoutTold(value));
  // Arguments are JSON as text in several dialects, and read better without escapes.
  if (main === "arguments" && typeof inner === "string") return inner.slice(0, LONGEST);
  return isObject(inner) && MAIN.some((key) => Object.hasOwn(inner, key)) ? blockPreview(inner) : previewOf(inner);
}

function withoutTold(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !UNTOLD.has(key)));
}

/** Stops when it has enough, so that a value of megabytes costs no more than a small one. */
class PreviewWriter {
  text = "";

  write(value: Json): void {
    if (this.text.length > LONGEST) return;
    if (typeof value === "string") this.text += JSON.stringify(value.slice(0, LONGEST));
    else if (isJsonNumber(value)) this.text += value.toString();
    else if (Array.isArray(value)) this.#list("[", "]", value, (each: Json) => this.write(each));
    else if (isObject(value)) this.#list("{", "}", Object.entries(value), (entry) => this.#entry(entry));
    else this.text += String(value);
  }

  #list<T>(open: string, close: string, items: readonly T[], write: (item: T) => void): void {
    this.text += open;
    for (const [index, item] of items.entries()) {
      if (this.text.length > LONGEST) return;
      if (index > 0) this.text += ", ";
      write(item);
    }
    this.text += close;
  }

  #entry([key, value]: readonly [string, Json]): void {
    this.text += `${/^[\w$]+$/.test(key) ? key : JSON.stringify(key)}: `;
    this.write(value);
  }
}
