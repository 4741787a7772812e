// Creating and copying responses, candidates and usage, with all fields in one order (see `parts.ts`): absent ones are
// `undefined`, so that responses have one hidden class.

import type { Provenance } from "../../model/node.ts";
import type { Candidate, CanonicalResponse } from "../../model/response.ts";
import type { Usage } from "../../model/usage.ts";
import type { Whole } from "./whole.ts";

/** Creates a response. */
export function createResponse(
  { origin, extras }: Provenance,
  fields: Omit<CanonicalResponse, keyof Provenance>,
): CanonicalResponse {
  const { id, model, created, candidates, usage, usedTier, failure } = fields;
  const response: Whole<CanonicalResponse> = {
    id,
    model,
    created,
    candidates,
    usage,
    usedTier,
    failure,
    extras,
    origin,
  };
  return response;
}

/** A response with other candidates, and perhaps another model. */
export function copyResponse(
  response: CanonicalResponse,
  candidates: readonly Candidate[],
  model?: string,
): CanonicalResponse {
  const { id, created, usage, usedTier, failure } = response;
  return createResponse(response, {
    id,
    model: model ?? response.model,
    created,
    candidates,
    usage,
    usedTier,
    failure,
  });
}

/** Creates a candidate. */
export function createCandidate(
  { origin, extras }: Provenance,
  { parts, finishReason }: Omit<Candidate, keyof Provenance>,
): Candidate {
  const candidate: Whole<Candidate> = { parts, finishReason, extras, origin };
  return candidate;
}

/** Creates a usage. */
export function createUsage({ origin, extras }: Provenance, fields: Omit<Usage, keyof Provenance>): Usage {
  const { input, output, cacheRead, cacheWrite, cacheWrite5m, cacheWrite1h, reasoning, total } = fields;
  const cached = { cacheRead, cacheWrite, cacheWrite5m, cacheWrite1h };
  const usage: Whole<Usage> = { input, output, ...cached, reasoning, total, extras, origin };
  return usage;
}
