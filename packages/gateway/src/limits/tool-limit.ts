import { isObject, type Json, type JsonObject } from "@toolglot/core";
import { GatewayError } from "../errors.ts";

/**
 * Refuses a request with more tools than may be (S15): each is translated, and the time that it takes is everybody's. They
 * stand in the request itself, or in one that it is about.
 */
export function checkToolCount(body: JsonObject, most: number): JsonObject {
  for (const request of [body, ...Object.values(body)]) if (isObject(request)) checkRequest(request, most);
  if (Array.isArray(body.body)) check(body.body, "body", most);
  return body;
}

function checkRequest(request: JsonObject, most: number): void {
  for (const param of FIELDS) check(request[param], param, most);
}

/** Where tools stand; the second is what came before the first. */
const FIELDS = ["tools", "functions"];

function check(tools: Json | undefined, param: string, most: number): void {
  if (!Array.isArray(tools)) return;
  let count = 0;
  for (const tool of tools) count += Math.max(1, isObject(tool) ? within(tool) : 0);
  if (count <= most) return;
  const message = `the request offers ${count} tools, and at most ${most} are taken`;
  throw new GatewayError("invalid-request", "too_many_tools", message, { param });
}

// Some dialects write several tools as one, which has them in a list.
function within(tool: JsonObject): number {
  let count = 0;
  for (const field of Object.values(tool))
    if (Array.isArray(field)) for (const each of field) if (isObject(each) && each.name !== undefined) count++;
  return count;
}
