import { isObject, type Json, jsonIn } from "@toolglot/core";
import type { AlignedRow } from "@toolglot/core/align";
import { equal } from "../support/json.ts";

/** Translates the arguments of a call on the right back to what they are on the left. */
export type Lift = (name: string, args: Json) => Json;

/** Whether both sides of a row mean the same, judged by their values on the wire alone. */
export function isSameMeaning({ kind, left, right }: AlignedRow, lift: Lift): boolean {
  if (left === undefined || right === undefined) return true;
  const [one, other] = [left.value, right.value];
  switch (kind) {
    case "system":
    case "text":
    case "reasoning":
    case "result":
      // OpenRouter has the text of reasoning beside its details.
      if (right.pointer.endsWith("/reasoning_details")) return true;
      return isPart(textsIn(one), textsIn(other));
    case "media":
      return bytesIn(one).some((text) => bytesIn(other).includes(text));
    case "call":
      return isSameCall(callIn(one), callIn(other), lift);
    case "tool":
      return callIn(one).name === callIn(other).name;
    case "setting":
      return /^\/model(?:Id)?$/.test(left.pointer) || isSameSetting(schemaOf(one), schemaOf(other));
    default:
      return true;
  }
}

// Texts may be joined with others, and a result that failed may be marked in its text.
function isPart(some: readonly string[], all: readonly string[]): boolean {
  const joined = all.join("\n");
  return some.every((text) => joined.includes(text.replace("[Error] ", "")));
}

/** The fields that name or mark what is said, and those of media, which are rows of their own. */
const NO_TEXTS =
  /^(?:id|type|role|name|status|phase|data|encrypted_content|\w*_id|\w*[sS]ignature|title|tool_name|cache_control|prompt_cache_breakpoint|index|execution|tools|citations|annotations|source|image_url|images|file\w*|inlineData|inline_data|mimeType|mime_type|format|toolUseId|toolChoice|cachePoint|redactedContent|bytes|document|image|video)$/;

// A text that is JSON says what is in it, however it is written.
function textsIn(value: Json | undefined): string[] {
  if (typeof value === "string") {
    const json = /^\s*[[{]/.test(value) ? jsonIn(value) : undefined;
    return json === undefined ? [value] : [...textsIn(json), value];
  }
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => (NO_TEXTS.test(key) ? [] : textsIn(each as Json)));
}

/** What a medium may be recognized by: its bytes, its address or its id. */
function bytesIn(value: Json | undefined): string[] {
  if (typeof value === "string") return MEDIA_TYPE.test(value) ? [] : [value.replace(/^data:[^,]*,/, "")];
  if (Array.isArray(value)) return value.flatMap(bytesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => (key === "type" ? [] : bytesIn(each as Json)));
}

const MEDIA_TYPE = /^(?:application|audio|image|text|video)\/[\w.+-]+$/;

interface Call {
  readonly name: unknown;
  readonly args: Json;
}

function callIn(value: Json): Call {
  if (!isObject(value)) return { name: undefined, args: {} };
  const inner =
    [value.function, value.functionCall, value.function_call, value.custom, value.toolSpec, value.toolUse].find(
      isObject,
    ) ?? value;
  const args = inner.arguments ?? inner.input ?? inner.args ?? {};
  return { name: inner.name, args: typeof args === "string" ? (jsonIn(args) ?? args) : args };
}

function isSameCall(one: Call, other: Call, lift: Lift): boolean {
  if (one.name !== other.name) return false;
  const right =
    isObject(other.args) && typeof one.args === "string" ? (Object.values(other.args)[0] ?? "") : other.args;
  return isSame(one.args, right) || isSame(one.args, lift(String(other.name), right));
}

function isSame(one: Json, other: Json): boolean {
  return equal((one || {}) as never, (other || {}) as never);
}

/** What vendors call the same setting. */
const WORDS: readonly (readonly string[])[] = [
  ["json_object", "json_schema", "application/json", "json"],
  ["none", "false", "disabled"],
  ["enabled", "true", "message.output_text.logprobs"],
  // Where one field says whether to reason and how much.
  ["adaptive", "enabled", "true", "minimal", "low", "medium", "high", "xhigh", "max"],
  ["summarized", "auto", "true"],
  ["omitted", "true"],
  ["default", "standard", "standard_only"],
  ["auto", "unspecified"],
];

// A schema may be JSON in a text.
function schemaOf(value: Json): Json {
  return typeof value === "string" && value.startsWith("{") ? (jsonIn(value) ?? value) : value;
}

function isSameSetting(one: Json, other: Json): boolean {
  // What else is asked for has rows of its own.
  if (Array.isArray(one) && typeof other === "boolean") return one.some((item) => isSameSetting(item, other));
  // A schema is a format too.
  if (isObject(one) !== isObject(other)) return [one, other].some((value) => WORDS[0]?.includes(String(value)));
  // What is included here is excluded there.
  if (typeof one === "boolean" && typeof other === "boolean") return true;
  const [left, right] = [String(one).toLowerCase(), String(other).toLowerCase()];
  if (equal(one as never, other as never) || left === right) return true;
  return WORDS.some((words) => words.includes(left) && words.includes(right));
}
