import type { Facts } from "../../facts/facts.ts";
import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import { fieldReport, nodeReport } from "../../mapping/provenance.ts";
import { dropRefusedFields, type ModelTarget } from "../../mapping/settings/model-rules.ts";
import { THINKING_FIELDS, withoutThinking } from "../../mapping/settings/thinking.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { ConversationProfile } from "../../model/profile.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { isSystem, systemAsUser } from "./arrange-messages.ts";

/** A request as its model takes it, in all that is no matter of a dialect; the same request where nothing has to change. */
export function withinModelLimits(request: CanonicalRequest, way: ModelTarget, report: Report): CanonicalRequest {
  const { overrides: told, facts } = way;
  const taken = dropRefusedFields(request, way, report);
  const unreasoning = told?.thinking === false || (facts.reasoning === false && !THINKING_FIELDS.some(isAccepted(way)));
  const reasoning = unreasoning ? withoutThinking(taken, report) : taken;
  return withTakenChoice(withTakenVerbosity(withinMaxTokens(reasoning, way, report), way, report), way, report);
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

function isAccepted({ overrides: told }: ModelTarget): (field: string) => boolean {
  return (field) => told?.accepts?.includes(field) === true;
}

// More than a model can say is refused, and not cut.
function withinMaxTokens(request: CanonicalRequest, way: ModelTarget, report: Report): CanonicalRequest {
  const { maxTokens } = request;
  const { facts } = way;
  if (maxTokens === undefined || maxTokens <= (facts.maxTokens ?? Infinity)) return request;
  if (isAccepted(way)("maxTokens")) return request;
  fieldReport(request, "maxTokens", report).lose("model", { action: "truncated", detail: facts.maxTokens ?? null });
  return copyRequest(request, { maxTokens: facts.maxTokens });
}

function withTakenVerbosity(request: CanonicalRequest, way: ModelTarget, report: Report): CanonicalRequest {
  const { verbosity } = request;
  if (verbosity === undefined || way.facts.verbosity?.includes(verbosity) !== false) return request;
  if (isAccepted(way)("verbosity")) return request;
  fieldReport(request, "verbosity", report).lose("model", { detail: request.model ?? null });
  return copyRequest(request, { verbosity: undefined });
}

function withTakenChoice(request: CanonicalRequest, way: ModelTarget, report: Report): CanonicalRequest {
  const { choice } = request;
  const { facts } = way;
  if (choice === undefined || isAccepted(way)("choice")) return request;
  if (facts.forcedChoice === false && choice.mode === "required") {
    nodeReport(choice, report).lose("forced-choice", { feature: "tool_choice", action: "weakened" });
    const { tool, ...rest } = choice;
    return withTakenChoice(copyRequest(request, { choice: { ...rest, mode: "auto" } }), { facts }, report);
  }
  if (facts.parallelCalls !== false || choice.parallel === undefined) return request;
  if (choice.parallel) fieldReport(choice, "parallel", report).change("default-field");
  else fieldReport(choice, "parallel", report).lose("model", { detail: request.model ?? null });
  const { parallel, ...rest } = choice;
  return copyRequest(request, { choice: rest.implied === true ? undefined : rest });
}

/** Messages of the dialect's own in an order that the model takes; the same messages where nothing has to change. */
export function orderMessagesForModel(
  messages: readonly Message[],
  { facts, profile }: { readonly facts: Facts; readonly profile: ConversationProfile },
  report: Report,
): readonly Message[] {
  const taken = withoutSystemMessages(messages, facts, report);
  const placed = facts.midSystem === false && profile.system === "by-model" ? lateSystemAsUser(taken, report) : taken;
  return endWithUserTurn(placed, facts, report);
}

/** Messages that end with what the user says, where the model refuses to go on with its own words. */
export function endWithUserTurn(messages: readonly Message[], { prefill }: Facts, report: Report): readonly Message[] {
  const last = messages.at(-1);
  if (prefill !== false || last?.role !== "assistant" || !last.parts.every(isSpoken)) return messages;
  nodeReport(last, report).change("continued");
  return [...messages, { role: "user", parts: [{ type: "text", text: "(Continue.)" }], plain: true }];
}

// A turn that was paused at a tool of the provider's own is sent back as it is (`pause_turn`).
function isSpoken({ type }: Part): boolean {
  return type === "text" || type === "reasoning";
}

/** Messages without a system message, where the model takes none: the user says the same. */
export function withoutSystemMessages(messages: readonly Message[], facts: Facts, report: Report): readonly Message[] {
  if (facts.systemMessages !== false) return messages;
  return replaceItems(messages, (message) => (isSystem(message) ? asPlainUser(message, report) : message));
}

function lateSystemAsUser(messages: readonly Message[], report: Report): readonly Message[] {
  const first = messages.findIndex((message) => !isSystem(message));
  return replaceItems(messages, (message, index) =>
    isSystem(message) && index > first && first >= 0 ? asPlainUser(message, report) : message,
  );
}

// What a system message says beside its text is of no use to a model that takes none.
function asPlainUser(message: Message, report: Report): Message[] {
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
