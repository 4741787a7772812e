import { isJsonNumber, isObject, type Json, type JsonObject } from "@toolglot/core";
import type { Side } from "@toolglot/core/align";
import type { CellContent } from "./views.ts";

const LONGEST = 180;

/** Fields that the head of a cell says already, or that say nothing to a reader. */
const UNTOLD = new Set(["type", "name", "role", "id", "call_id", "tool_use_id", "tool_call_id", "object", "index"]);

/** A node in one line: its type or field, the name of its tool, and the start of its value. */
export function cellOf({ pointer, value }: Side, role: string | undefined): CellContent {
  const name = nameIn(value);
  const cell = { pointer, head: headOf(pointer, value, role), text: valuePreview(value) };
  return name === undefined || name === cell.head ? cell : { ...cell, name };
}

/** The start of a value as compact JSON, without quotes around plain keys. */
export function previewOf(value: Json): string {
  const writer = new PreviewWriter();
  writer.write(value);
  return writer.text.length > LONGEST ? `${writer.text.slice(0, LONGEST)}…` : writer.text;
}

function headOf(pointer: string, value: Json, role: string | undefined): string {
  const segments = pointer.split("/").filter((segment) => !/^\d+$/.test(segment));
  const field = segments.at(-1) ?? "";
  if (!isObject(value)) return /^(content|text|parts|input)$/.test(field) ? (role ?? field) : field;
  const { type } = value;
  if (typeof type === "string" && type !== "text" && type !== "function") return type;
  const inner = Object.keys(value).find((key) => /^function(Call|Response)$|^(toolUse|toolResult)$/.test(key));
  if (inner !== undefined) return inner;
  if (role !== undefined && (typeof value.text === "string" || type === "text")) return role;
  return typeof value.role === "string" ? value.role : (nameIn(value) ?? field);
}

function nameIn(value: Json): string | undefined {
  if (!isObject(value)) return undefined;
  if (typeof value.name === "string") return value.name;
  const inner = Object.values(value).find((each) => isObject(each) && typeof each.name === "string");
  return isObject(inner ?? null) ? String((inner as JsonObject).name) : undefined;
}

/** What is left of an object without what the head says; alone, without its key. */
function valuePreview(value: Json): string {
  if (!isObject(value)) return previewOf(value);
  const rest = Object.entries(value).filter(([key]) => !UNTOLD.has(key));
  const [only] = rest;
  return rest.length === 1 && only !== undefined ? valuePreview(only[1]) : previewOf(Object.fromEntries(rest));
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
