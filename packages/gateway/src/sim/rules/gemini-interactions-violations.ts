import { RefusedRequest } from "../refused-request.ts";

/** The error for a field that the API does not know. */
export function unknownName(field: string, place: string): RefusedRequest {
  return refused(`Invalid JSON payload received. Unknown name "${field}" at '${place}': Cannot find field.`);
}

/** The error for a request that the API refuses. */
export function refused(message: string, param?: string): RefusedRequest {
  return new RefusedRequest(message, { code: "invalid_request", ...(param === undefined ? {} : { param }) });
}
