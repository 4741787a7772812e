import type { RouteMatch } from "../bindings/binding.ts";

/** The header with the request's id, under the name that clients of the dialect know. */
export function requestIdHeader(request: IdentifiedRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  addRequestId(headers, request);
  return headers;
}

/** Adds the header with the request's id. */
export function addRequestId(headers: Record<string, string>, { id, match }: IdentifiedRequest): void {
  headers[match.binding.client.requestIdHeader] = `req_${id}`;
}

interface IdentifiedRequest {
  readonly id: string;
  readonly match: RouteMatch;
}
