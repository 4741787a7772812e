import { isArray, isObject } from "../../json/value.ts";
import type { NodeReading } from "../../mapping/node.ts";
import type { TextPart } from "../../model/content.ts";
import type { Json } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { decodeCall, decodeFunctionCall, encodeCall, encodeFunctionCall, isLegacy } from "./calls.ts";
import { withCitations } from "./citations.ts";
import { partsOf } from "./content.ts";
import type { ChatFacts } from "./facts.ts";
import { isContentReasoning } from "./parts.ts";
import { decodeReasoning, encodeReasoning, withCallSignatures } from "./reasoning.ts";
import { decodeRefusal, encodeRefusal, isContentRefusal } from "./refusals.ts";

/** The parts of a message whose fields have been read. */
export function partsIn(facts: ChatFacts, { values, provenance }: NodeReading, report: Report): Part[] {
  const content = partsOf(facts, values.content, report.at("content"));
  if (isTextAndCalls(values)) return hasCalls(values) ? [...content, ...callsOf(facts, values, report)] : content;
  return [
    ...decodeReasoning(facts, { ...values, field: provenance.origin?.fields.reasoning }, report),
    ...withCitations(facts, content, { citations: values.citations, report: report.at("annotations") }),
    ...decodeRefusal(facts, values.refusal, report.at("refusal")),
    ...withCallSignatures(facts, values, callsOf(facts, values, report)),
  ];
}

/** The fields of a message other than its content, from its parts. */
export function fieldsOf(facts: ChatFacts, parts: readonly Part[], report: Report): Record<string, Json | undefined> {
  const calls = parts.filter((part) => part.type === "call");
  const legacy = calls.find((call) => isLegacy(facts, call));
  const several = legacy === undefined && calls.length > 0;
  const { reasoning, reasoningDetails } = encodeReasoning(facts, withoutContentReasoning(facts, parts), report);
  return {
    refusal: encodeRefusal(parts),
    reasoning,
    reasoningDetails,
    calls: several ? calls.map((call) => encodeCall(facts, call, report)) : undefined,
    functionCall: legacy && encodeFunctionCall(facts, legacy, report),
  };
}

/** Whether a part is written to `content`: refusals and reasoning are only if they came from there. */
export function isContent(facts: ChatFacts, part: Part): boolean {
  if (part.type === "refusal") return isContentRefusal(part);
  if (part.type === "reasoning") return isContentReasoning(facts, part);
  return part.type === "text" || part.type === "media" || part.type === "opaque";
}

/** The texts among the parts of a message. */
export function textsOf(parts: readonly Part[]): TextPart[] {
  return parts.filter((part) => part.type === "text");
}

function hasCalls({ calls, functionCall }: Readonly<Record<string, Json>>): boolean {
  return calls !== undefined || functionCall !== undefined;
}

// Text and calls alone.
function isTextAndCalls({ reasoning, reasoningDetails, citations, refusal }: Readonly<Record<string, Json>>): boolean {
  const hasReasoning = reasoning !== undefined || reasoningDetails !== undefined;
  return !hasReasoning && citations === undefined && refusal === undefined;
}

function callsOf(facts: ChatFacts, { calls, functionCall }: Readonly<Record<string, Json>>, report: Report): Part[] {
  const at = report.at("tool_calls");
  const several = isArray(calls) ? calls.map((call, index) => decodeCall(facts, call, at.at(index))) : [];
  if (!isObject(functionCall)) return several;
  return [...several, decodeFunctionCall(facts, functionCall, report.at("function_call"))];
}

function withoutContentReasoning(facts: ChatFacts, parts: readonly Part[]): readonly Part[] {
  if (!parts.some((part) => isContentReasoning(facts, part))) return parts;
  return parts.filter((part) => !isContentReasoning(facts, part));
}
