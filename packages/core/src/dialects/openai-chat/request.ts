import { modelFact } from "../../conversation/models.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Request } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { decodeRequest, encodeRequest } from "../chat/request.ts";
import { fieldOf } from "../forms/node.ts";
import { facts } from "./facts.ts";
import { profile } from "./profile.ts";

export function decode(wire: Json, report: Report): Request {
  return decodeRequest(facts, wire, report);
}

export function encode(request: Request, report: Report): JsonObject {
  return encodeRequest(facts, withEffort(request, report), report);
}

// Newer models take tools here only if they need not think: https://developers.openai.com/api/docs/guides/migrate-to-responses
function withEffort(request: Request, report: Report): Request {
  const effort = modelFact(request.model, "toolsWithEffort", profile.conversation);
  if (typeof effort !== "string" || request.effort === effort || (request.tools?.wire.length ?? 0) === 0)
    return request;
  if (request.effort === undefined) fieldOf(request, "effort", report).change("effort-for-tools", effort);
  else fieldOf(request, "effort", report).lose("model", { action: "weakened" });
  return { ...request, effort };
}
