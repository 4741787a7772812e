import { defaultNode } from "../../fast/default-node.ts";
import { plainMessage } from "../../fast/plain-parts.ts";
import { isArray } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { decodeInSteps, encodeInSteps } from "../../mapping/lists/messages-in-steps.ts";
import { type NodeReading, readNode, writeNode } from "../../mapping/node.ts";
import { describeMedia } from "../../mapping/nodes/media.ts";
import { reportPartOrder } from "../../mapping/nodes/part-order.ts";
import { createMessage } from "../../mapping/nodes/parts.ts";
import { isPlainCall, isPlainText } from "../../mapping/nodes/plain.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message, Role } from "../../model/message.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { encodeCall } from "./calls.ts";
import { encodeCitations, loseCitations } from "./citations.ts";
import { contentOf } from "./content.ts";
import type { ChatFacts } from "./facts.ts";
import { fieldsOf, isContent, partsIn, textsOf } from "./message-fields.ts";
import { decodeResult, encodeResult } from "./results.ts";

/** Reads a conversation. */
export function decodeMessages(facts: ChatFacts, wire: readonly Json[], report: Report): Eventually<Message[]> {
  return decodeInSteps(wire, (message, at) => decodeMessage(facts, message, at), report);
}

/** Writes a conversation; every result is a message of its own. */
export function encodeMessages(
  facts: ChatFacts,
  messages: readonly Message[],
  report: Report,
): Eventually<JsonObject[]> {
  return encodeInSteps<JsonObject>(
    messages,
    (message) => (message.parts.some(isResult) ? encodeResults : writeMessage)(facts, message, report),
    report,
  );
}

function decodeMessage(facts: ChatFacts, wire: Json, report: Report): Message {
  const message = expectObject(wire, "a message", report);
  const { role } = message;
  if (role === "tool" || role === "function") return { role: "tool", parts: [decodeResult(facts, message, report)] };
  const { values, provenance } = readMessage(facts, message, report);
  const { name, content } = values;
  return createMessage(provenance, {
    role: roleOf(role, report),
    parts: partsIn(facts, { values, provenance }, report),
    plain: content === undefined ? undefined : !isArray(content),
    name: typeof name === "string" ? name : undefined,
  });
}

function readMessage(facts: ChatFacts, wire: JsonObject, report: Report): NodeReading {
  const { role, content, tool_calls: calls } = wire;
  const isPlain = typeof role === "string" && (typeof content === "string" || isArray(content));
  const called = isArray(calls) && calls.length > 0;
  const provenance = isPlain ? defaultNode(facts.message, wire, called ? 3 : 2, report) : undefined;
  if (provenance) return { values: (called ? { role, content, calls } : { role, content }) as JsonObject, provenance };
  return readNode(facts.message, wire, report);
}

function encodeResults(facts: ChatFacts, message: Message, report: Report): JsonObject[] {
  const results = message.parts.filter(isResult).map((part) => encodeResult(facts, part, report));
  if (results.length === message.parts.length) return results;
  const others = message.parts.filter((part) => !isResult(part));
  return [...results, writeMessage(facts, { ...message, parts: others }, report)];
}

function isResult(part: Part): part is ResultPart {
  return part.type === "result";
}

function writeMessage(facts: ChatFacts, message: Message, report: Report): JsonObject {
  const { role, plain, parts, name } = message;
  const own = message.origin?.dialect === facts.dialect;
  reportPartOrder(parts, report);
  if (!own && parts.every(isPlain) && message.extras === undefined && plainMessage(message, facts.dialect, report))
    return writePlain(facts, message, report);
  const contentParts = parts
    .filter((part) => isContent(facts, part))
    .map((part) => mediaAsText(message, part, { facts, report }));
  // An empty list means nothing, and dialects with lists of blocks always have one beside calls.
  const layout = own || contentParts.length === parts.length ? { plain } : {};
  const content = contentParts.length === 0 && !own ? undefined : contentOf(facts, contentParts, layout, report);
  const { refusal, reasoning, reasoningDetails, calls, functionCall } = fieldsOf(facts, parts, report);
  const values = {
    role: role === "tool" ? "user" : role,
    content: content ?? (own ? undefined : emptyContent(parts)),
    name,
    refusal,
    reasoning,
    reasoningDetails,
    calls,
    functionCall,
    citations: own ? encodeCitations(facts, textsOf(contentParts), report) : loseCitations(contentParts, report),
  };
  return writeNode(facts.message, message, values, report);
}

// Nearly every message is text, calls or both.
function writePlain(facts: ChatFacts, { role, plain, parts }: Message, report: Report): JsonObject {
  const wireRole = role === "tool" ? "user" : role;
  const texts = textsOf(parts);
  if (parts.length === 0) return { role: wireRole, content: "" };
  const content = contentOf(facts, texts, texts.length === parts.length ? { plain } : {}, report);
  const calls = parts.filter((part) => part.type === "call").map((call) => encodeCall(facts, call, report));
  if (content === undefined) return { role: wireRole, tool_calls: calls };
  return calls.length === 0 ? { role: wireRole, content } : { role: wireRole, content, tool_calls: calls };
}

function isPlain(part: Part): boolean {
  return part.type === "text" ? isPlainText(part) : part.type === "call" && isPlainCall(part);
}

// Assistant messages take text only.
function mediaAsText(
  { role, origin }: Message,
  part: Part,
  { facts, report }: { readonly facts: ChatFacts; readonly report: Report },
): Part {
  const shows = role !== "assistant" || facts.videoAndFileUrls || origin?.dialect === facts.dialect;
  return part.type !== "media" || shows ? part : describeMedia(part, report);
}

// `content` may be null only beside calls.
function emptyContent(parts: readonly Part[]): null | "" {
  return parts.some(({ type }) => type === "call") ? null : "";
}

function roleOf(role: Json | undefined, report: Report): Role {
  if (role === "system" || role === "developer" || role === "user" || role === "assistant") return role;
  return report.at("role").fail("unknown-role", `expected a role, got ${JSON.stringify(role ?? null)}`);
}
