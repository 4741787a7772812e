import { JsonError } from "../../json/error.ts";
import { isArray, isObject, setKey } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { eitherSpelling } from "./spelling.ts";

/**
 * Joins the arguments of a call that come in pieces, each with its path.
 * https://docs.cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling#streaming-fc
 */
export class PartialArguments {
  private readonly fields: Record<string, Json> = {};
  private whole: Json | undefined;

  /** The arguments so far. */
  get value(): Json {
    return this.whole ?? this.fields;
  }

  /** Arguments that come as they are; those that are no object stay what they are. */
  take(args: Json): void {
    if (!isObject(args)) this.whole = args;
    else for (const [key, value] of Object.entries(args)) setKey(this.fields, key, value);
  }

  add(piece: JsonObject): void {
    const path = String(eitherSpelling(piece, "jsonPath"));
    const steps = stepsOf(path);
    const last = steps.pop();
    if (last === undefined) return;
    let target: Container = this.fields;
    for (const [index, step] of steps.entries()) target = inner(target, step, steps[index + 1] ?? last);
    // A path that ends in `[]` is an empty list.
    if (last !== EMPTY) put(target, last, grown(valueAt(target, last), piece));
  }
}

/** A key of an object, or a position in a list. */
type Step = string | number;
type Container = Record<string, Json> | Json[];

/** The position that `[]` stands for. */
const EMPTY = -1;

const STEP = /\.([^.[\]]+)|\[(\d*)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/gy;

function stepsOf(path: string): Step[] {
  const tail = path.startsWith("$") ? path.slice(1) : `.${path}`;
  const matches = [...tail.matchAll(STEP)];
  const length = matches.reduce((sum, [whole]) => sum + whole.length, 0);
  if (length !== tail.length) throw notAPath(path);
  return matches.map(([, key, position, single, double]) => {
    if (position !== undefined) return position === "" ? EMPTY : Number(position);
    return key ?? (single ?? double ?? "").replace(/\\(.)/g, "$1");
  });
}

function valueAt(target: Container, step: Step): Json | undefined {
  if (isArray(target)) return typeof step === "number" ? target[step] : undefined;
  return Object.hasOwn(target, step) ? target[step] : undefined;
}

// Lists grow item by item: positions far beyond the end are ignored.
function put(target: Container, step: Step, value: Json): void {
  if (!isArray(target)) setKey(target, String(step), value);
  else if (typeof step === "number" && step <= target.length) target[step] = value;
  else throw notAPath(String(step));
}

function inner(target: Container, step: Step, next: Step): Container {
  const known = valueAt(target, step);
  if (isArray(known) || isObject(known)) return known as Container;
  const made: Container = typeof next === "number" ? [] : {};
  put(target, step, made);
  return made;
}

// Texts come in pieces; a piece without a value is an object without properties.
function grown(known: Json | undefined, piece: JsonObject): Json {
  const text = eitherSpelling(piece, "stringValue");
  if (typeof text === "string") return (typeof known === "string" ? known : "") + text;
  const value = eitherSpelling(piece, "numberValue") ?? eitherSpelling(piece, "boolValue");
  if (value !== undefined) return value;
  return "nullValue" in piece || "null_value" in piece ? null : (known ?? {});
}

function notAPath(path: string): JsonError {
  return new JsonError("not_json", `not a path into arguments: ${path.slice(0, 40)}`);
}
