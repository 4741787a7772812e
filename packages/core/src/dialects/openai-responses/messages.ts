import { defaultNode } from "../../fast/default-node.ts";
import { plainMessage } from "../../fast/plain-parts.ts";
import { isArray } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { text, textOrList } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { groupAdjacent } from "../../mapping/lists/group-adjacent.ts";
import { decodeInSteps, encodeInSteps } from "../../mapping/lists/messages-in-steps.ts";
import { loseNode, readNode, writeNode } from "../../mapping/node.ts";
import { readOpaque, writeOpaque } from "../../mapping/nodes/opaque.ts";
import { createMessage } from "../../mapping/nodes/parts.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message, Role } from "../../model/message.ts";
import type { Provenance } from "../../model/node.ts";
import type { Part } from "../../model/part.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import { builtInOfCall, builtInOfOutput } from "./built-ins.ts";
import * as calls from "./calls.ts";
import { contentOf, partsOf } from "./content.ts";
import { loadedText, loadedTools, toolsIn } from "./loaded.ts";
import { decodeReasoning, encodeReasoning } from "./reasoning.ts";
import * as results from "./results.ts";

export function decode(wire: readonly Json[], report: Report): Eventually<Message[]> {
  return decodeInSteps(wire, decodeItem, report);
}

export function encode(messages: readonly Message[], report: Report): Eventually<JsonObject[]> {
  return after(
    encodeInSteps<Item>(messages, (message) => itemsOf(message, report), report),
    (items) => followed(items, report).map(({ wire }) => wire),
  );
}

const DIALECT = "openai-responses";

/** https://developers.openai.com/api/reference/resources/responses/methods/create */
const MESSAGE = defineLayout<string>({
  dialect: DIALECT,
  optional: { "/type": "message", "/status": "completed" },
  ignored: ["/id"],
  fields: { role: text("/role"), content: textOrList("/content"), phase: text("/phase") },
  handled: ["parts", "plain"],
});

// ── reading ─────────────────────────────────────────────────────────────────

/** Roles of items that are no messages. */
const NOTHING: Provenance = {};

function decodeItem(wire: Json, report: Report): Message {
  const item = expectObject(wire, "an item", report);
  switch (item.type) {
    case "function_call":
    case "custom_tool_call":
      return createMessage(NOTHING, { role: "assistant", parts: [calls.decode(item, report)] });
    case "function_call_output":
    case "custom_tool_call_output":
      return createMessage(NOTHING, { role: "tool", parts: [results.decode(item, report)] });
    case "reasoning":
      return { role: "assistant", parts: [decodeReasoning(item, report)] };
    case undefined:
    case "message":
      return decodeMessage(item, report);
    default:
      return decodeOther(item, report);
  }
}

function decodeOther(item: JsonObject, report: Report): Message {
  if (builtInOfCall(item) !== undefined)
    return createMessage(NOTHING, { role: "assistant", parts: [calls.decode(item, report)] });
  if (builtInOfOutput(item) !== undefined)
    return createMessage(NOTHING, { role: "tool", parts: [results.decode(item, report)] });
  if (item.type === "additional_tools" || item.type === "tool_search_output") return decodeLoaded(item, report);
  return { role: "assistant", parts: [readOpaque(DIALECT, item, String(item.type), report)] };
}

// Other dialects declare tools only in the request; the text says when they were loaded.
function decodeLoaded(item: JsonObject, report: Report): Message {
  const opaque = readOpaque(DIALECT, item, String(item.type), report);
  const tools = toolsIn(item) ?? [];
  return { role: "user", parts: [{ ...opaque, text: loadedText(tools), loads: loadedTools(tools) }] };
}

function decodeMessage(item: JsonObject, report: Report): Message {
  const fits = typeof item.role === "string" && isContentWire(item.content);
  const byDefault = fits ? defaultNode(MESSAGE, item, 2, report) : undefined;
  const { values, provenance } = byDefault ? { values: item, provenance: byDefault } : readNode(MESSAGE, item, report);
  const { content, phase } = values;
  const role = roleOf(values.role, report);
  // When it is written back, the first system message may become `instructions`.
  if (role === "system") report.change("system-item");
  return createMessage(provenance, {
    role,
    parts: partsOf(content, role === "assistant" ? "output" : "input", report.at("content")),
    plain: content === undefined ? undefined : !isArray(content),
    phase: typeof phase === "string" ? phase : undefined,
  });
}

function isContentWire(content: Json | undefined): boolean {
  return typeof content === "string" || isArray(content);
}

function roleOf(role: Json | undefined, report: Report): Role {
  if (role === "system" || role === "developer" || role === "user" || role === "assistant") return role;
  return report.at("role").fail("unknown-role", `expected a role, got ${JSON.stringify(role ?? null)}`);
}

// ── writing ─────────────────────────────────────────────────────────────────

interface Item {
  readonly wire: JsonObject;
  /** Reasoning that a client of another dialect sent back. */
  readonly thought?: ReasoningPart;
}

// Text and media of one message are one item; every call, result and reasoning is an item of its own.
function itemsOf(message: Message, report: Report): Item[] {
  const runs = groupAdjacent(message.parts, (part) => (isContent(part, message) ? "content" : undefined));
  const hasContent = runs.some(([first]) => isContent(first, message));
  // A message whose parts became items is not written.
  if (runs.length === 0 && message.origin === undefined) return [];
  if (runs.length === 0) return [{ wire: writeMessage(message, message.parts, report) }];
  if (!hasContent) reportMessage(message, report);
  return encodeEach(runs, (run) => {
    const [first] = run;
    return isContent(first, message) ? { wire: writeMessage(message, run, report) } : itemOf(first, report);
  });
}

// An unknown part is a content part or an item, as it was.
function isContent(part: Part, { origin }: Message): boolean {
  if (part.type === "opaque") return origin?.dialect === DIALECT;
  return part.type === "text" || part.type === "media" || part.type === "refusal";
}

function itemOf(part: Part, report: Report): Item | undefined {
  if (part.type === "call") return { wire: calls.encode(part, report) };
  if (part.type === "result") return { wire: results.encode(part, report) };
  if (part.type === "reasoning") return reasoningOf(part, report);
  const wire = part.type === "opaque" ? writeOpaque(DIALECT, part, report) : undefined;
  return wire && { wire };
}

function reasoningOf(part: ReasoningPart, report: Report): Item | undefined {
  const wire = encodeReasoning(part, report);
  return wire && (part.origin?.dialect === DIALECT ? { wire } : { wire, thought: part });
}

function writeMessage(message: Message, parts: readonly Part[], report: Report): JsonObject {
  const { role, plain, phase } = message;
  const own = message.origin?.dialect === DIALECT;
  const side = role === "assistant" ? "output" : "input";
  // Dialects with lists of blocks always have one beside calls.
  const layout = own || parts.length === message.parts.length ? { plain } : {};
  const content = parts.length === 0 && !own ? "" : contentOf(parts, { ...layout, side }, report);
  const wireRole = role === "tool" ? "user" : role;
  const bare = content !== undefined && plainMessage(message, DIALECT, report);
  const written = bare
    ? { role: wireRole, content }
    : writeNode(MESSAGE, message, { role: wireRole, content, phase }, report);
  // `type` is optional for OpenAI; llama.cpp refuses an item without it.
  return own ? written : { type: "message", ...written };
}

// The fields of a message without content have no item.
function reportMessage(message: Message, report: Report): void {
  writeNode(MESSAGE, message, { role: CHANGED }, report);
}

// OpenAI refuses reasoning that does not precede the item that it led to.
function followed(items: readonly Item[], report: Report): readonly Item[] {
  if (!items.some(({ thought }) => thought !== undefined)) return items;
  let next: Item | undefined;
  const kept = items.toReversed().filter((item) => {
    const fits = item.thought === undefined || (next !== undefined && isMade(next.wire));
    if (fits) next = item;
    else if (item.thought !== undefined) loseNode(item.thought, "reasoning", report, "nothing follows it");
    return fits;
  });
  return kept.toReversed();
}

function isMade({ type, role }: JsonObject): boolean {
  return type === undefined || type === "message"
    ? role === "assistant"
    : type === "reasoning" || !String(type).endsWith("_output");
}
