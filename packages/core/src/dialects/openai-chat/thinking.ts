import { modelFact } from "../../content/models.ts";
import { isArray } from "../../json/value.ts";
import type { Request } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { effortFor, THINKING_FIELDS, tellThoughtless } from "../forms/efforts.ts";
import { extended } from "../forms/extended.ts";
import { fieldOf, loseField } from "../forms/node.ts";
import { profile } from "./profile.ts";

/** Reads `thinking`, a field of many servers that copy this API. */
export function decodeThinking(request: Request): Request {
  const { thinking, ...rest } = request;
  return thinking === undefined ? request : ({ ...rest, thinking: THINKING[thinking] ?? thinking } as Request);
}

/** Says how much the model is to think: in `thinking` where the model has it, by an effort elsewhere. */
export function encodeThinking(request: Request, report: Report): Request {
  const own = request.origin?.dialect === "openai-chat";
  const efforts = own ? undefined : modelFact(request.model, "efforts", profile.conversation);
  if (isArray(efforts)) return withEffort(request, efforts.map(String), report);
  return withThinking(own ? request : withSwitch(withoutBudget(request, report), report), report);
}

// Where there is a field for it, not to think is said there.
function withSwitch(request: Request, report: Report): Request {
  const { effort, ...rest } = request;
  if (effort !== "none" || modelFact(request.model, "thinkingField", profile.conversation) !== true) return request;
  if (rest.thinking !== "off") fieldOf(request, "effort", report).change("thinking-off");
  return { ...rest, thinking: "off" };
}

// Whether thoughts are shown is the server's to say.
function withEffort(request: Request, efforts: readonly string[], report: Report): Request {
  const rest: Request = extended(request, UNSAID);
  if (efforts.length === 0) {
    tellThoughtless(request, report);
    return rest;
  }
  for (const field of ["thinkingDisplay", "includeThoughts", "reasoningSummary"] as const)
    if (request[field] !== undefined) loseField(request, field, report);
  return { ...rest, ...effortFor(request, efforts, report) };
}

const UNSAID = Object.fromEntries(THINKING_FIELDS.map((field) => [field, undefined])) as object;

const THINKING: Readonly<Record<string, string>> = { enabled: "on", disabled: "off" };

function withThinking(request: Request, report: Report): Request {
  const { thinking, ...rest } = request;
  if (thinking === undefined) return request;
  const own = request.origin?.dialect === "openai-chat";
  if (!own && modelFact(request.model, "thinkingField", profile.conversation) !== true) {
    loseField(request, "thinking", report);
    return rest;
  }
  if (thinking === "adaptive" || thinking === "between-tools")
    fieldOf(request, "thinking", report).change("default-field");
  const word = Object.entries(THINKING).find(([, canonical]) => canonical === thinking)?.[0];
  return { ...rest, thinking: word ?? (own ? thinking : "enabled") } as unknown as Request;
}

// There is no budget here, and whether thoughts are shown is the server's to say.
function withoutBudget(request: Request, report: Report): Request {
  const { thinkingBudget, thinkingDisplay, includeThoughts, ...rest } = request;
  for (const field of ["thinkingBudget", "thinkingDisplay", "includeThoughts"] as const)
    if (request[field] !== undefined) loseField(request, field, report);
  return rest;
}
