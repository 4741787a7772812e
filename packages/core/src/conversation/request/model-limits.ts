// The limits of models that hold in every dialect: maximal output, refused settings, forced tool choice, the order of
// messages.

import type { Facts } from "../../facts/facts.ts";
import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { withContinuation } from "../../mapping/nodes/continued.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import { fieldReport, nodeReport } from "../../mapping/provenance.ts";
import { dropRefusedFields, type ModelTarget } from "../../mapping/settings/model-rules.ts";
import { THINKING_FIELDS, withoutThinking } from "../../mapping/settings/thinking.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { isSystem, systemAsUser } from "./system-messages.ts";

/** A request within the limits of its model that hold in every dialect; the same request where it already is. */
export function withinModelLimits(request: CanonicalRequest, target: ModelTarget, report: Report): CanonicalRequest {
  const { overrides, facts } = target;
  const accepted = dropRefusedFields(request, target, report);
  const lacksReasoning =
    overrides?.thinking === false || (facts.reasoning === false && !THINKING_FIELDS.some(isAccepted(target)));
  const reasoning = lacksReasoning ? withoutThinking(accepted, report) : accepted;
  return withAcceptedChoice(
    withAcceptedVerbosity(withinMaxTokens(reasoning, target, report), target, report),
    target,
    report,
  );
}

/** A request with the effort at which its model takes tools; what a model refuses may depend on it. */
export function withEffortForTools(
  request: CanonicalRequest,
  effort: string | undefined,
  report: Report,
): CanonicalRequest {
  if (effort === undefined || request.effort === effort) return request;
  if (request.effort === undefined) fieldReport(request, "effort", report).change("effort-for-tools", effort);
  else fieldReport(request, "effort", report).lose("model", { action: "weakened" });
  return copyRequest(request, { effort });
}

function isAccepted({ overrides }: ModelTarget): (field: string) => boolean {
  return (field) => overrides?.accepts?.includes(field) === true;
}

// Providers refuse a limit that is higher than the model's.
function withinMaxTokens(request: CanonicalRequest, target: ModelTarget, report: Report): CanonicalRequest {
  const { maxTokens } = request;
  const { facts } = target;
  if (maxTokens === undefined || maxTokens <= (facts.maxTokens ?? Infinity)) return request;
  if (isAccepted(target)("maxTokens")) return request;
  fieldReport(request, "maxTokens", report).lose("model", { action: "truncated", detail: facts.maxTokens ?? null });
  return copyRequest(request, { maxTokens: facts.maxTokens });
}

function withAcceptedVerbosity(request: CanonicalRequest, target: ModelTarget, report: Report): CanonicalRequest {
  const { verbosity } = request;
  if (verbosity === undefined || target.facts.verbosity?.includes(verbosity) !== false) return request;
  if (isAccepted(target)("verbosity")) return request;
  fieldReport(request, "verbosity", report).lose("model", { detail: request.model ?? null });
  return copyRequest(request, { verbosity: undefined });
}

function withAcceptedChoice(request: CanonicalRequest, target: ModelTarget, report: Report): CanonicalRequest {
  const { choice } = request;
  const { facts } = target;
  if (choice === undefined || isAccepted(target)("choice")) return request;
  if (facts.forcedChoice === false && choice.mode === "required") {
    nodeReport(choice, report).lose("forced-choice", { feature: "tool_choice", action: "weakened" });
    const { tool, ...rest } = choice;
    return withAcceptedChoice(copyRequest(request, { choice: { ...rest, mode: "auto" } }), { facts }, report);
  }
  if (facts.parallelCalls !== false || choice.parallel === undefined) return request;
  if (choice.parallel) fieldReport(choice, "parallel", report).change("default-field");
  else fieldReport(choice, "parallel", report).lose("model", { detail: request.model ?? null });
  const { parallel, ...rest } = choice;
  return copyRequest(request, { choice: rest.implied === true ? undefined : rest });
}

/** Messages that end with the user's, where the model does not continue a prefilled response. */
export function endWithUserTurn(messages: readonly Message[], { prefill }: Facts, report: Report): readonly Message[] {
  const last = messages.at(-1);
  if (prefill !== false || last?.role !== "assistant" || !last.parts.every(isTextOrReasoning)) return messages;
  return withContinuation(messages, last, report);
}

// A turn that was paused at a server tool is sent back as it is.
function isTextOrReasoning({ type }: Part): boolean {
  return type === "text" || type === "reasoning";
}

/** Messages in which system messages are the user's, where the model takes none. */
export function withoutSystemMessages(messages: readonly Message[], facts: Facts, report: Report): readonly Message[] {
  if (facts.systemMessages !== false) return messages;
  return replaceItems(messages, (message) => (isSystem(message) ? asPlainUser(message, report) : message));
}

/** A system message as the user's, of which only the text can be sent. */
export function asPlainUser(message: Message, report: Report): Message[] {
  const { outputConfig, extras, ...rest } = message;
  nodeReport(message, report).lose("system-message", { feature: message.role, action: "weakened" });
  if (outputConfig !== undefined) fieldReport(message, "outputConfig", report).lose("model");
  for (const pointer of Object.values(extras ?? {}).flatMap((each) => Object.keys(each)))
    if (pointer.startsWith("/")) report.on((message.origin?.place ?? Place.root).below(pointer)).lose("model");
  const parts = rest.parts.filter((part) => {
    if (part.type === "text") return true;
    nodeReport(part, report).lose("part", { feature: part.type === "opaque" ? part.feature : part.type });
    return false;
  });
  return parts.length === 0 ? [] : [systemAsUser({ ...rest, parts })];
}
