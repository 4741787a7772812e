import { modelFact } from "../../content/models.ts";
import type { Request } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { fieldOf, loseField } from "../forms/node.ts";
import { profile } from "./profile.ts";

/** What a request says here of how much the model is to think. */
export interface Thinking {
  readonly thinking?: string | undefined;
  readonly thinkingBudget?: number | undefined;
  readonly thinkingDisplay?: string | undefined;
  readonly effort?: string | undefined;
}

/**
 * How much a model is to think, as this API says it: by an effort, or by a budget for models of before.
 * A forced choice and a budget exclude each other, and the choice is what the caller relies on.
 */
export function thinkingFor(request: Request, maxTokens: number, report: Report): Thinking {
  for (const field of ["reasoningSummary", "includeThoughts"] as const)
    if (request[field] !== undefined) fieldOf(request, field, report).change("default-field");
  const { effort, thinking, thinkingBudget } = request;
  if (effort === undefined && thinking === undefined && thinkingBudget === undefined) return NOTHING;
  const fact = modelFact(request.model, "thinkingBudget", profile.conversation);
  const byNumber = fact === true || (fact === "taken" && thinkingBudget !== undefined);
  return byNumber ? byBudget(request, maxTokens, report) : byEffort(request, report);
}

const NOTHING: Thinking = {};

function byEffort(request: Request, report: Report): Thinking {
  const { effort, thinking, thinkingBudget } = request;
  if (effort === "none") fieldOf(request, "effort", report).change("thinking-off");
  if (effort === "none" || thinking === "off" || thinkingBudget === 0) return withoutThought(request, report);
  if (thinkingBudget !== undefined && thinkingBudget > 0) loseField(request, "thinkingBudget", report);
  const word = effort === undefined ? undefined : (EFFORTS[effort] ?? undefined);
  if (effort !== undefined && word !== effort) fieldOf(request, "effort", report).lose("field", { action: "weakened" });
  if (thinking === "on") fieldOf(request, "thinking", report).change("adaptive-thinking");
  // Some models think only when they are told to, whatever their effort.
  const silent = modelFact(request.model, "thinksUnasked", profile.conversation) === false;
  const wants = thinking !== undefined || thinkingBudget !== undefined || (effort !== undefined && silent);
  return { ...(word === undefined ? {} : { effort: word }), ...(wants ? { thinking: "adaptive" } : {}) };
}

function byBudget(request: Request, maxTokens: number, report: Report): Thinking {
  const { effort, thinking, thinkingBudget, choice } = request;
  if (effort === "none") fieldOf(request, "effort", report).change("thinking-off");
  if (effort === "none" || thinking === "off" || thinkingBudget === 0) return { thinking: "disabled" };
  const wish = thinkingBudget ?? BUDGETS[effort ?? "medium"] ?? BUDGETS.medium ?? 0;
  const budget = Math.min(Math.max(wish, SMALLEST), maxTokens - 1);
  const field = thinkingBudget === undefined ? "effort" : "thinkingBudget";
  if (choice?.mode === "required" || budget < SMALLEST) {
    fieldOf(request, field, report).lose("forced-choice", { feature: field });
    return {};
  }
  if (effort !== undefined) fieldOf(request, "effort", report).lose("field", { action: "weakened" });
  if (thinkingBudget !== undefined && thinkingBudget !== budget)
    fieldOf(request, "thinkingBudget", report).lose("field", { action: budget < wish ? "truncated" : "weakened" });
  return { thinking: "enabled", thinkingBudget: budget };
}

function withoutThought(request: Request, report: Report): Thinking {
  if (modelFact(request.model, "thinksAlways", profile.conversation) !== true) return { thinking: "disabled" };
  const field = request.effort === "none" ? "effort" : request.thinking === "off" ? "thinking" : "thinkingBudget";
  fieldOf(request, field, report).lose("model", { action: "weakened" });
  return { effort: "low" };
}

const SMALLEST = 1024;

const EFFORTS: Readonly<Record<string, string>> = {
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "xhigh",
  max: "max",
};

const BUDGETS: Readonly<Record<string, number>> = {
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16_384,
  xhigh: 24_576,
  max: 31_999,
};
