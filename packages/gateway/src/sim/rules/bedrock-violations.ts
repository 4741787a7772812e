import type { Json } from "@toolglot/core";
import { string } from "../dialects/reading.ts";
import { RefusedRequest } from "../refused-request.ts";

/** Names of tools and ids of calls: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html */
export function checkName(value: Json | undefined, place: string): void {
  const name = string(value);
  if (name === "") throw violation(place, "Member must have length greater than or equal to 1", name);
  if (name.length > 64) throw violation(place, "Member must have length less than or equal to 64", name);
  if (!/^[a-zA-Z0-9_-]+$/.test(name))
    throw violation(place, "Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+", name);
}

/** A value that the service model does not allow. */
export function violation(place: string, constraint: string, value?: Json): RefusedRequest {
  const shown = value === undefined ? "" : ` '${value}'`;
  return new RefusedRequest(
    `1 validation error detected: Value${shown} at '${place}' failed to satisfy constraint: ${constraint}`,
  );
}

/** What a model refuses by itself; Bedrock quotes it. */
export function modelError(message: string): RefusedRequest {
  return new RefusedRequest(`The model returned the following errors: ${message}`);
}

/** A value that must be an object of any form. */
export function notAnObject(place: string): RefusedRequest {
  return new RefusedRequest(
    `The format of the value at ${place} is invalid. Provide a json object for the field and try again.`,
  );
}
