import { carriedSignatures } from "../conversation/reasoning/carry.ts";
import { stringifyJson } from "../json/stringify.ts";
import { isObject } from "../json/value.ts";
import { parseInput } from "../mapping/nodes/call-input.ts";
import type { CallPart } from "../model/call.ts";
import type { ContentPart, MediaPart, ReasoningPart } from "../model/content.ts";
import type { Message } from "../model/message.ts";
import type { Part, ResultPart } from "../model/part.ts";
import type { Signature } from "../model/signature.ts";
import { Place } from "../place.ts";
import type { RowKind } from "./alignment.ts";
import { type AlignNode, fieldNodes } from "./node.ts";

/** The parts of messages, in order, and the fields of the messages themselves. */
export function messageNodes(message: Message, names: CallNames): AlignNode[] {
  const { role, parts } = message;
  const fields = fieldNodes(message, MESSAGE_FIELDS);
  if (parts.length > 0) return [...partNodes(parts, role, names), ...fields];
  if (message.origin === undefined) return [];
  const { pointer } = message.origin.place;
  // Other dialects have an empty text in its place.
  return [{ kind: "message", role, label: role, pointer, keys: textKeys("", role), fields }];
}

const MESSAGE_FIELDS = ["name", "phase", "outputConfig"];

/** The names of the tools that were called, by the ids of the calls. */
export type CallNames = ReadonlyMap<string, string>;

/** The names of the tools that messages call: most dialects have only the id of the call in a result. */
export function callNames(messages: readonly Message[]): CallNames {
  const calls = messages.flatMap(({ parts }) => parts.filter((part) => part.type === "call"));
  return new Map(calls.map(({ id, name }) => [id, name]));
}

/** The parts of a message or candidate. */
export function partNodes(parts: readonly Part[], role: string, names: CallNames = NO_CALLS): AlignNode[] {
  return parts.flatMap((part) => (part.type === "result" ? resultNodes(part, role, names) : [partNode(part, role)]));
}

const NO_CALLS: CallNames = new Map();

function partNode(part: ContentPart | CallPart, role: string): AlignNode {
  const pointer = (part.origin?.place ?? Place.root).pointer;
  const family = "signature" in part ? signatureFamily(part.signature) : undefined;
  const fields = fieldNodes(part, FIELDS[part.type]).map((field) => withFamily(field, family));
  const text = textIn(part);
  const own = part.type === "reasoning" ? { family } : {};
  const keys = keysOf(part, role);
  return { kind: kindOf(part, role), role, label: labelOf(part, role), pointer, keys, ...own, text, fields };
}

/** The fields of each type of part that may get lost on their own. */
const FIELDS: Readonly<Record<Part["type"], readonly string[]>> = {
  text: ["citations", "cacheControl", "cacheBreakpoint", "signature"],
  media: ["name", "title", "context", "detail", "cacheControl", "cacheBreakpoint", "signature"],
  refusal: [],
  reasoning: ["signature"],
  call: ["cacheControl", "signature"],
  result: ["isError", "structured", "cacheControl"],
  opaque: [],
};

// What one vendor calls the title of a file is its name to others.
function withFamily(field: AlignNode, signature: string | undefined): AlignNode {
  const [name] = field.keys;
  if (name === "signature") return { ...field, family: signature };
  return name === "name" || name === "title" ? { ...field, family: "name" } : field;
}

// Media and blocks in a result may be moved out of it; its texts are what the result says.
function resultNodes(result: ResultPart, role: string, names: CallNames): AlignNode[] {
  const { id, name = names.get(id) ?? id, parts } = result;
  const pointer = (result.origin?.place ?? Place.root).pointer;
  const [texts, others] = [parts.filter(isText), parts.filter((part) => !isText(part))];
  const wholeText = texts.map(({ text }) => text).join("");
  const keys = [`result ${id}`, `result ${name} ${wholeText}`, `result ${wholeText}`, `result ${name}`];
  const fields = [...fieldNodes(result, FIELDS.result), ...texts.flatMap((text) => fieldNodes(text, FIELDS.text))];
  const own: AlignNode = {
    kind: "result",
    role,
    label: name,
    pointer,
    keys: id === "" ? ["", ...keys.slice(1)] : keys,
    text: wholeText,
    fields,
  };
  return [own, ...partNodes(others, role)];
}

function isText(part: Part): part is Part & { type: "text" } {
  return part.type === "text";
}

function keysOf(part: ContentPart | CallPart, role: string): string[] {
  switch (part.type) {
    case "text":
    case "refusal":
      return textKeys(part.text, role);
    case "media":
      return [mediaKey(part)];
    case "reasoning":
      return [reasoningKey(part), `text ${part.texts.join("\n\n")}`];
    case "opaque":
      return [`block ${stringifyJson(part.wire)}`, ...(part.text === undefined ? [] : [`text ${part.text}`])];
    case "call":
      return callKeys(part);
  }
}

function textKeys(text: string, role: string): string[] {
  return [`${author(role)} ${text}`, `text ${text}`];
}

// A client whose calls hold no signature has it in reasoning before the call; its provider gets it in the call. One that drops reasoning
// has it in the call's signature; its provider gets it before the call.
function signatureFamily(signature: Signature | undefined): string | undefined {
  if (signature === undefined || signature.value === null) return undefined;
  const { value } = signature;
  const inner = isObject(value) ? (value.call ?? carriedSignatures(signature).at(-1) ?? value) : value;
  return `signature ${stringifyJson(inner)}`;
}

// Roles that some dialects tell apart and others do not.
function author(role: string): string {
  if (role === "assistant") return "model";
  return role === "system" || role === "developer" ? "system" : "user";
}

function mediaKey({ kind, source }: MediaPart): string {
  switch (source.type) {
    case "base64":
      return `media ${source.data}`;
    case "url":
      return `media ${source.url}`;
    case "file":
      return `media ${kind} ${source.id}`;
    case "text":
      return `media ${source.text}`;
  }
}

function reasoningKey({ texts, signature }: ReasoningPart): string {
  return texts.length > 0 || signature === undefined
    ? `reasoning ${texts.join("\n\n")}`
    : `reasoning ${stringifyJson(signature.value)}`;
}

// Dialects without ids have a call by its name and arguments alone.
function callKeys({ id, name, input }: CallPart): string[] {
  const { value, text } = parseInput(input);
  const wholeText = value === undefined ? text : stringifyJson(value);
  return [id === "" ? "" : `call ${id}`, `call ${name} ${wholeText}`, `call ${name}`];
}

function textIn(part: ContentPart | CallPart): string | undefined {
  switch (part.type) {
    case "text":
    case "refusal":
      return part.text;
    case "reasoning":
      return part.texts.join("\n\n");
    case "opaque":
      return part.text;
    default:
      return undefined;
  }
}

function kindOf(part: ContentPart | CallPart, role: string): RowKind {
  if (author(role) === "system" && part.type === "text") return "system";
  if (part.type === "refusal") return "text";
  return part.type === "opaque" ? "block" : part.type;
}

function labelOf(part: ContentPart | CallPart, role: string): string {
  switch (part.type) {
    case "call":
      return part.name;
    case "media":
      return part.kind;
    case "opaque":
      return part.feature;
    case "text":
      return role;
    default:
      return part.type;
  }
}
