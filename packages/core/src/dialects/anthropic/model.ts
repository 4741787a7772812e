import { relevantFacts } from "../../facts/relevant.ts";
import { isArray, isObject } from "../../json/value.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import type { JsonObject } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { withoutBlankStops } from "../claude/blank-stops.ts";
import { nativeThinking } from "../claude/thinking.ts";

/** Adapts a native request to what its model accepts. */
export function forModel(request: CanonicalRequest, report: Report): CanonicalRequest {
  const thinking = nativeThinking(request, "anthropic", report);
  const same = thinking === request && relevantFacts(request.model).reasoning !== false;
  const cleared = same ? request : withoutClearing(thinking, report);
  return withoutBlankStops(cleared, report);
}

// "`clear_thinking_20251015` strategy requires `thinking` to be enabled": https://github.com/anthropics/claude-code/issues/11971
function withoutClearing(request: CanonicalRequest, report: Report): CanonicalRequest {
  const extras = request.extras?.anthropic;
  const management = extras?.["/context_management"];
  const edits = isObject(management) ? management.edits : undefined;
  if (extras === undefined || !isObject(management) || !isArray(edits) || reasons(request)) return request;
  const kept = edits.filter((edit) => !isObject(edit) || !String(edit.type).startsWith("clear_thinking"));
  if (kept.length === edits.length) return request;
  report.at("context_management").at("edits").lose("model", { feature: "clear_thinking" });
  const { "/context_management": _, ...others } = extras;
  const rest: JsonObject =
    kept.length === 0 ? others : { ...others, "/context_management": { ...management, edits: kept } };
  return copyRequest(request, { extras: { ...request.extras, anthropic: rest } });
}

function reasons({ thinking }: CanonicalRequest): boolean {
  return thinking !== undefined && thinking !== "off";
}
