import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import { GatewayError } from "../errors.ts";

/**
 * Refuses a request with too many tools, since translating them takes time from all requests. The tools are in the body, or
 * in a request inside of the body.
 */
export function checkToolCount(body: JsonObject, maxTools: number): JsonObject {
  checkRequest(body, maxTools);
  for (const field in body) {
    const request = body[field] as Json;
    if (isObject(request)) checkRequest(request, maxTools);
  }
  if (Array.isArray(body.body)) check(body.body, "body", maxTools);
  return body;
}

function checkRequest(request: JsonObject, maxTools: number): void {
  for (const param of FIELDS) check(request[param], param, maxTools);
}

/** `functions` is the deprecated field of Chat Completions. */
const FIELDS = ["tools", "functions"];

function check(tools: Json | undefined, param: string, maxTools: number): void {
  if (!Array.isArray(tools)) return;
  let count = 0;
  for (const tool of tools) count += Math.max(1, isObject(tool) ? nestedTools(tool) : 0);
  if (count <= maxTools) return;
  const message = `the request offers ${count} tools, and at most ${maxTools} are allowed`;
  throw new GatewayError("invalid-request", "too_many_tools", message, { param });
}

// Gemini has several functions in one tool: https://ai.google.dev/api/caching#Tool
function nestedTools(tool: JsonObject): number {
  let count = 0;
  for (const field of Object.values(tool))
    if (Array.isArray(field)) for (const each of field) if (isObject(each) && each.name !== undefined) count++;
  return count;
}
