import type { Facts } from "../../facts/facts.ts";
import { relevantFacts } from "../../facts/relevant.ts";
import { fieldReport, loseField } from "../../mapping/node.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import { nearestEffort, withSupportedEffort } from "../../mapping/settings/efforts.ts";
import { isThinkingOff, offField } from "../../mapping/settings/thinking.ts";
import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { Message } from "../../model/message.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { thinkingOf } from "./thinking-types.ts";

/** The reasoning settings of Claude. */
export interface ClaudeThinking {
  readonly thinking?: string | undefined;
  readonly thinkingBudget?: number | undefined;
  readonly thinkingDisplay?: string | undefined;
  readonly effort?: string | undefined;
}

/** The request that the settings are for. */
export interface ThinkingTarget {
  /** The dialect that it is written in. */
  readonly dialect: string;
  readonly maxTokens: number;
}

/**
 * The reasoning settings for a model: an effort, or a budget for older models.
 * A forced tool choice and a budget exclude each other; the choice wins.
 */
export function thinkingFor(request: CanonicalRequest, target: ThinkingTarget, report: Report): ClaudeThinking {
  for (const field of ["reasoningSummary", "includeThoughts"] as const)
    if (request[field] !== undefined) fieldReport(request, field, report).change("default-field");
  const settings = amountFor(request, target, report);
  const { thinkingDisplay } = request;
  if (thinkingDisplay === undefined) return settings;
  if (thinks(settings)) return { ...settings, thinkingDisplay };
  // It is a field of thinking that is on.
  loseField(request, "thinkingDisplay", report);
  return settings;
}

/** Whether thinking is turned on. */
export function thinks({ thinking }: ClaudeThinking): boolean {
  return thinking === "enabled" || thinking === "adaptive";
}

function amountFor(request: CanonicalRequest, target: ThinkingTarget, report: Report): ClaudeThinking {
  const { effort, thinking, thinkingBudget } = request;
  if (effort === undefined && thinking === undefined && thinkingBudget === undefined) return NOTHING;
  const { adaptiveThinking, manualThinking } = relevantFacts(request.model);
  const byNumber = manualThinking === true && (adaptiveThinking !== true || thinkingBudget !== undefined);
  return byNumber ? byBudget(request, target, report) : byEffort(request, report);
}

const NOTHING: ClaudeThinking = {};

function byEffort(request: CanonicalRequest, report: Report): ClaudeThinking {
  const { effort, thinking, thinkingBudget } = request;
  if (effort === "none") fieldReport(request, "effort", report).change("thinking-off");
  if (isThinkingOff(request)) return withoutThinking(request, report);
  if (thinkingBudget !== undefined && thinkingBudget > 0) loseField(request, "thinkingBudget", report);
  const supported = knownEffort(request, report);
  if (thinking === "on") fieldReport(request, "thinking", report).change("adaptive-thinking");
  if (thinking === "between-tools") fieldReport(request, "thinking", report).lose("model", { action: "weakened" });
  // Models that do not reason by default need `thinking`, even with an effort.
  const silent = relevantFacts(request.model).thinksUnasked === false;
  const wants = thinking !== undefined || thinkingBudget !== undefined || (effort !== undefined && silent);
  return { ...(supported === undefined ? {} : { effort: supported }), ...(wants ? { thinking: "adaptive" } : {}) };
}

function knownEffort(request: CanonicalRequest, report: Report): string | undefined {
  const { effort } = request;
  if (effort === undefined) return undefined;
  const supported = nearestEffort(effort, relevantFacts(request.model).efforts ?? EFFORTS);
  if (supported !== effort)
    loseField(request, "effort", report, { action: supported === undefined ? "dropped" : "weakened" });
  return supported;
}

function byBudget(request: CanonicalRequest, { dialect, maxTokens }: ThinkingTarget, report: Report): ClaudeThinking {
  const { effort, thinking, thinkingBudget, choice } = request;
  if (effort === "none") fieldReport(request, "effort", report).change("thinking-off");
  if (isThinkingOff(request)) return disabled(request, report);
  const wanted = thinkingBudget ?? BUDGETS[effort ?? "medium"] ?? BUDGETS.medium ?? 0;
  const budget = Math.min(Math.max(wanted, SMALLEST), maxTokens - 1);
  const kept =
    effort !== undefined && relevantFacts(request.model).efforts?.includes(effort) === true ? { effort } : {};
  const unbudgeted = effort === undefined ? "thinking" : "effort";
  const field = thinkingBudget === undefined ? unbudgeted : "thinkingBudget";
  if (choice?.mode === "required" || budget < SMALLEST) {
    fieldReport(request, field, report).lose("forced-choice", { feature: field });
    if (field !== "thinking" && request.origin?.dialect === dialect)
      fieldReport(request, "thinking", report).lose("forced-choice");
    return kept;
  }
  if (isReasoningGone(request, dialect)) {
    for (const field of ["thinking", "thinkingBudget", "effort"] as const)
      if (request[field] !== undefined && (field !== "effort" || kept.effort === undefined))
        fieldReport(request, field, report).lose("missing-reasoning");
    return kept;
  }
  if (effort !== undefined && kept.effort === undefined) loseField(request, "effort", report, { action: "weakened" });
  if (thinking === "adaptive" || thinking === "between-tools")
    fieldReport(request, "thinking", report).lose("model", { action: "weakened" });
  if (thinkingBudget !== undefined && thinkingBudget !== budget)
    loseField(request, "thinkingBudget", report, { action: budget < wanted ? "truncated" : "weakened" });
  return { thinking: "enabled", thinkingBudget: budget, ...kept };
}

function withoutThinking(request: CanonicalRequest, report: Report): ClaudeThinking {
  const { alwaysThinks, thinksAtHighEffort } = relevantFacts(request.model);
  if (alwaysThinks !== true) return disabled(request, report, thinksAtHighEffort);
  fieldReport(request, offField(request), report).lose("model", { action: "weakened" });
  return { effort: "low" };
}

function disabled(request: CanonicalRequest, report: Report, thinksAtHighEffort = false): ClaudeThinking {
  const { effort } = request;
  if (effort === undefined || effort === "none") return { thinking: "disabled" };
  if (!thinksAtHighEffort || !HIGH.includes(effort))
    return { thinking: "disabled", effort: knownEffort(request, report) };
  fieldReport(request, "effort", report).lose("model", { action: "weakened" });
  return { thinking: "disabled", effort: "high" };
}

// ── a conversation whose reasoning did not come back ─────────────────────────

/**
 * Whether the last turn has calls without the thinking block that a budget requires: "a final `assistant` message must start with a thinking block".
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
function isReasoningGone({ messages, origin }: CanonicalRequest, dialect: string): boolean {
  const turn = messages.slice(messages.findLastIndex(isUserTurn) + 1).filter(({ role }) => role === "assistant");
  const [first, last] = [turn[0], turn.at(-1)];
  // A native conversation may have its thinking at the start of the turn only.
  return startsUnthinking(first) || (origin?.dialect !== dialect && startsUnthinking(last));
}

function isUserTurn({ role, parts }: Message): boolean {
  return role === "user" && parts.some(({ type }) => type !== "result");
}

function startsUnthinking(message: Message | undefined): boolean {
  return message !== undefined && message.parts[0]?.type !== "reasoning";
}

// ── from a dialect's own clients ─────────────────────────────────────────────

/** Adapts the `thinking` of a dialect's own request to its model; the same request if nothing has to change. */
export function nativeThinking(request: CanonicalRequest, dialect: string, report: Report): CanonicalRequest {
  const facts = relevantFacts(request.model);
  if (isTaken(request, facts, dialect)) return request;
  if (request.thinking === undefined) return withSupportedEffort(request, facts.efforts, report);
  const { thinking, thinkingBudget, thinkingDisplay, effort } = thinkingFor(
    request,
    { dialect, maxTokens: request.maxTokens ?? Infinity },
    report,
  );
  return copyRequest(request, {
    thinking: thinkingOf(thinking),
    thinkingBudget,
    thinkingDisplay,
    effort,
  } as Partial<CanonicalRequest>);
}

function isTaken(request: CanonicalRequest, facts: Facts, dialect: string): boolean {
  const { thinking, effort } = request;
  if (effort !== undefined && facts.efforts?.includes(effort) === false) return false;
  if (thinking === "on" && facts.manualThinking === true) return isFree(request) && !isReasoningGone(request, dialect);
  if (thinking === "on") return facts.manualThinking !== false;
  if (thinking === "adaptive") return facts.adaptiveThinking !== false;
  if (thinking === "between-tools") return facts.adaptiveThinking !== false;
  if (thinking !== "off") return true;
  return facts.alwaysThinks !== true && !(facts.thinksAtHighEffort === true && HIGH.includes(effort ?? ""));
}

// The budget must be below `max_tokens`, and excludes a forced tool choice.
function isFree({ thinkingBudget = 0, maxTokens = Infinity, choice }: CanonicalRequest): boolean {
  return thinkingBudget < maxTokens && choice?.mode !== "required";
}

const SMALLEST = 1024;

const EFFORTS: readonly string[] = ["low", "medium", "high", "xhigh", "max"];
const HIGH: readonly string[] = ["xhigh", "max"];

const BUDGETS: Readonly<Record<string, number>> = lookupTable({
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16_384,
  xhigh: 24_576,
  max: 31_999,
});
