import { fieldReport, loseField } from "../../mapping/node.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import { effortFor, THINKING_FIELDS, withoutThinking } from "../../mapping/settings/efforts.ts";
import { serverFact } from "../../mapping/settings/model-rules.ts";
import { keyOf } from "../../mapping/values/key-of.ts";
import { lookupTable } from "../../mapping/values/lookup-table.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { chatEfforts } from "./model.ts";
import { profile } from "./profile.ts";

/** Reads `thinking`, a field of DeepSeek and Moonshot. */
export function decodeThinking(request: CanonicalRequest): CanonicalRequest {
  const { thinking } = request;
  if (thinking === undefined) return request;
  return copyRequest(request, { thinking: THINKING[thinking] ?? thinking } as Partial<CanonicalRequest>);
}

/** Writes the reasoning settings: to `thinking` for models that have it, as an effort for others. */
export function encodeThinking(request: CanonicalRequest, report: Report): CanonicalRequest {
  const own = request.origin?.dialect === "openai-chat";
  const efforts = own || hasField(request) ? undefined : chatEfforts(request.model);
  if (efforts !== undefined) return withEffort(request, efforts, report);
  return withThinking(own ? request : withSwitch(request, report), report);
}

function hasField({ model }: CanonicalRequest): boolean {
  return serverFact(model, "thinkingField", profile.conversation) === true;
}

// With `thinking`, reasoning is switched off there.
function withSwitch(request: CanonicalRequest, report: Report): CanonicalRequest {
  if (request.effort !== "none" || !hasField(request)) return request;
  if (request.thinking !== "off") fieldReport(request, "effort", report).change("thinking-off");
  return copyRequest(request, { effort: undefined, thinking: "off" });
}

// Whether reasoning is shown cannot be asked for, and is lost where the request is written.
function withEffort(request: CanonicalRequest, efforts: readonly string[], report: Report): CanonicalRequest {
  if (THINKING_FIELDS.every((field) => request[field] === undefined)) return request;
  if (efforts.length === 0) return withoutThinking(request, report);
  const effort = effortFor(request, efforts, report);
  return copyRequest(request, { effort: undefined, thinking: undefined, thinkingBudget: undefined, ...effort });
}

const THINKING: Readonly<Record<string, string>> = lookupTable({ enabled: "on", disabled: "off" });

function withThinking(request: CanonicalRequest, report: Report): CanonicalRequest {
  const { thinking } = request;
  if (thinking === undefined) return request;
  const own = request.origin?.dialect === "openai-chat";
  if (!own && !hasField(request)) {
    loseField(request, "thinking", report);
    return copyRequest(request, { thinking: undefined });
  }
  if (thinking === "adaptive" || thinking === "between-tools")
    fieldReport(request, "thinking", report).change("default-field");
  const raw = keyOf(Object.entries(THINKING), thinking);
  return copyRequest(request, { thinking: raw ?? (own ? thinking : "enabled") } as Partial<CanonicalRequest>);
}
