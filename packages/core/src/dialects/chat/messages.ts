import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message, Role } from "../../model/message.ts";
import type { Part, ReasoningPart, RefusalPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { expectObject } from "../forms/expect.ts";
import { loseNode, readNode, writeNode } from "../forms/node.ts";
import { decodeCall, decodeFunctionCall, encodeCall, encodeFunctionCall, isLegacy } from "./calls.ts";
import { decodeCitations, encodeCitations } from "./citations.ts";
import { contentOf, partsOf } from "./content.ts";
import type { ChatFacts } from "./facts.ts";
import { decodeDetails, encodeDetails } from "./reasoning.ts";
import { decodeResult, encodeResult } from "./results.ts";

/** Reads a conversation. */
export function decodeMessages(facts: ChatFacts, wire: readonly Json[], report: Report): Message[] {
  return wire.map((message, index) => decodeMessage(facts, message, report.at(index)));
}

/** Writes a conversation; every result is a message of its own. */
export function encodeMessages(facts: ChatFacts, messages: readonly Message[], report: Report): JsonObject[] {
  return messages.flatMap((message) => encodeMessage(facts, message, report));
}

/** Reads one message. */
export function decodeMessage(facts: ChatFacts, wire: Json, report: Report): Message {
  const message = expectObject(wire, "a message", report);
  const { role } = message;
  if (role === "tool" || role === "function") return { role: "tool", parts: [decodeResult(facts, message, report)] };
  const { values, noted } = readNode(facts.message, message, report);
  const parts = [
    ...thoughtsOf(facts, values, report),
    ...withCitations(facts, values, partsOf(facts, values.content, report.at("content")), report),
    ...refusalOf(facts, values.refusal, report.at("refusal")),
    ...callsOf(facts, values, report),
  ];
  const named = typeof values.name === "string" ? { name: values.name } : {};
  const plain = values.content === undefined ? {} : { plain: !isArray(values.content) };
  return { role: roleOf(values.role, report), parts, ...plain, ...named, ...noted };
}

/** Writes one message; a message of results is several. */
export function encodeMessage(facts: ChatFacts, message: Message, report: Report): JsonObject[] {
  const results = message.parts.flatMap((part) => (part.type === "result" ? [encodeResult(facts, part, report)] : []));
  const others = results.length === 0 ? message.parts : message.parts.filter(({ type }) => type !== "result");
  if (others.length === 0 && results.length > 0) return results;
  return [...results, writeMessage(facts, { ...message, parts: others }, report)];
}

function writeMessage(facts: ChatFacts, message: Message, report: Report): JsonObject {
  const { role, plain, parts, name } = message;
  const said = parts.filter(isContent);
  const calls = parts.filter((part) => part.type === "call");
  const own = message.origin?.dialect === facts.dialect;
  const [legacy] = calls.filter((call) => isLegacy(facts, call));
  // A list that is empty says nothing, and only the source itself may have had one.
  const content = said.length === 0 && !own ? undefined : contentOf(facts, said, { plain }, report);
  return writeNode(
    facts.message,
    message,
    {
      ...HANDLED,
      role: role === "tool" ? "user" : role,
      content: content ?? (own ? undefined : emptyContent(calls.length)),
      name,
      refusal: refusalText(parts),
      ...writeThoughts(facts, parts, report),
      calls:
        legacy !== undefined || calls.length === 0 ? undefined : calls.map((call) => encodeCall(facts, call, report)),
      functionCall: legacy === undefined ? undefined : encodeFunctionCall(legacy),
      citations: encodeCitations(facts, said),
    },
    report,
  );
}

const HANDLED = { parts: undefined, plain: undefined };

// Content may be missing only beside calls.
function emptyContent(calls: number): null | "" {
  return calls > 0 ? null : "";
}

function roleOf(role: Json | undefined, report: Report): Role {
  if (role === "system" || role === "developer" || role === "user" || role === "assistant") return role;
  return report.at("role").fail("unknown-role", `expected a role, got ${JSON.stringify(role ?? null)}`);
}

function callsOf(facts: ChatFacts, { calls, functionCall }: Readonly<Record<string, Json>>, report: Report): Part[] {
  const several = isArray(calls)
    ? calls.map((call, index) => decodeCall(facts, call, report.at("tool_calls").at(index)))
    : [];
  return isObject(functionCall)
    ? [...several, decodeFunctionCall(facts, functionCall, report.at("function_call"))]
    : several;
}

// ── refusals, thoughts and citations ────────────────────────────────────────

const FIELD: Readonly<Record<string, string>> = { text: "" };

function refusalOf({ dialect }: ChatFacts, refusal: Json | undefined, report: Report): RefusalPart[] {
  if (typeof refusal !== "string") return [];
  return [{ type: "refusal", text: refusal, origin: { dialect, place: report.place, fields: FIELD } }];
}

// A refusal from a list of parts goes back into one; any other has a field of its own.
function isContent(part: Part): boolean {
  if (part.type === "refusal") return part.origin?.fields.text === "/refusal";
  return part.type === "text" || part.type === "media" || part.type === "opaque";
}

function refusalText(parts: readonly Part[]): string | undefined {
  const refusals = parts.filter((part): part is RefusalPart => part.type === "refusal" && !isContent(part));
  return refusals.length === 0 ? undefined : refusals.map(({ text }) => text).join("\n");
}

function thoughtsOf(facts: ChatFacts, values: Readonly<Record<string, Json>>, report: Report): Part[] {
  const { reasoning, reasoningDetails } = values;
  if (isArray(reasoningDetails)) return decodeDetails(facts, reasoningDetails, { reasoning, report });
  if (typeof reasoning !== "string") return [];
  const origin = { dialect: facts.dialect, place: report.at(facts.reasoning.slice(1)).place, fields: { texts: "" } };
  return [{ type: "reasoning", texts: [reasoning], origin }];
}

function writeThoughts(facts: ChatFacts, parts: readonly Part[], report: Report): Record<string, Json | undefined> {
  const thoughts = parts.filter((part): part is ReasoningPart => part.type === "reasoning");
  if (thoughts.length === 0) return {};
  if (facts.reasoningDetails !== undefined) return encodeDetails(facts, thoughts);
  for (const thought of thoughts) if (thought.seal !== undefined) loseNode(thought, "signature", report);
  const texts = thoughts.flatMap((thought) => thought.texts);
  return { reasoning: texts.length === 0 ? undefined : texts.join("\n\n") };
}

function withCitations(
  facts: ChatFacts,
  values: Readonly<Record<string, Json>>,
  parts: Part[],
  report: Report,
): Part[] {
  const { citations } = values;
  const [first, ...rest] = parts;
  if (!isArray(citations) || first?.type !== "text") return parts;
  return [{ ...first, citations: decodeCitations(facts, citations, report.at("annotations")) }, ...rest];
}
