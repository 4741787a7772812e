import { relevantFacts } from "../../facts/relevant.ts";
import { isArray, isObject } from "../../json/value.ts";
import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { loseNode } from "../../mapping/node.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import { withSupportedEffort } from "../../mapping/settings/efforts.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/** Adapts a native request to what its model accepts; the same request if nothing has to change. */
export function forModel(request: CanonicalRequest, report: Report): CanonicalRequest {
  const adapted = withSupportedEffort(request, relevantFacts(request.model).efforts, report);
  return withoutReasoningField(withoutReasoningItems(adapted, report), report);
}

// "Reasoning input items can only be provided to a reasoning or computer use model."
function withoutReasoningItems(request: CanonicalRequest, report: Report): CanonicalRequest {
  if (relevantFacts(request.model).reasoning !== false) return request;
  const messages = replaceItems(request.messages, (message) => withoutReasoning(message, report));
  return messages === request.messages ? request : copyRequest(request, { messages });
}

function withoutReasoning(message: Message, report: Report): Message | readonly Message[] {
  const parts = message.parts.filter(({ type }) => type !== "reasoning");
  if (parts.length === message.parts.length) return message;
  for (const part of message.parts) if (part.type === "reasoning") loseNode(part, "reasoning", report);
  return parts.length === 0 ? [] : { ...message, parts };
}

// Beside its effort and summary, `reasoning` has fields of this API alone, and answers may be asked to hold what was encrypted:
// "Encrypted content is not supported with this model": https://github.com/NousResearch/hermes-agent/pull/24234
function withoutReasoningField(request: CanonicalRequest, report: Report): CanonicalRequest {
  const own = request.extras?.[DIALECT];
  if (own === undefined || relevantFacts(request.model).reasoning !== false) return request;
  const kept = Object.entries(own).flatMap(([key, value]) => keptNote(key, value, report));
  const notes: JsonObject = Object.fromEntries(kept);
  return Object.keys(notes).length === Object.keys(own).length && notes.include === own.include
    ? request
    : copyRequest(request, { extras: { ...request.extras, [DIALECT]: notes } });
}

const DIALECT = "openai-responses";
const ENCRYPTED = "reasoning.encrypted_content";

function keptNote(key: string, value: Json, report: Report): [string, Json][] {
  if (key.startsWith("/reasoning/")) {
    report.on(report.place.below(key)).lose("model");
    return [];
  }
  if (key === "silent" && isObject(value)) {
    const { "/include": _, ...silent } = value;
    return [[key, silent]];
  }
  if ((key !== "include" && key !== "/include") || !isArray(value) || !value.includes(ENCRYPTED)) return [[key, value]];
  report.at("include").change("default-field");
  const rest = value.filter((item) => item !== ENCRYPTED);
  return rest.length === 0 ? [] : [[key, rest]];
}
