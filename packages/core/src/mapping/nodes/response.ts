import type { Provenance } from "../../model/node.ts";
import type { Candidate, CanonicalResponse, Usage } from "../../model/response.ts";
import type { Whole } from "./whole.ts";

// As with the parts of a conversation, every answer has all fields, said or not, so that all are of one shape.

/** A whole answer, with what was noted where it was read. */
export function createResponse(
  { origin, extras }: Provenance,
  fields: Omit<CanonicalResponse, keyof Provenance>,
): CanonicalResponse {
  const { id, model, created, candidates, usage, serviceTier, failure } = fields;
  const response: Whole<CanonicalResponse> = {
    id,
    model,
    created,
    candidates,
    usage,
    serviceTier,
    failure,
    extras,
    origin,
  };
  return response;
}

/** The same answer, whose candidates say something else, perhaps by another model's name. */
export function copyResponse(
  response: CanonicalResponse,
  candidates: readonly Candidate[],
  model?: string,
): CanonicalResponse {
  const { id, created, usage, serviceTier, failure } = response;
  return createResponse(response, {
    id,
    model: model ?? response.model,
    created,
    candidates,
    usage,
    serviceTier,
    failure,
  });
}

/** One of the answers, with what was noted where it was read. */
export function createCandidate(
  { origin, extras }: Provenance,
  { parts, finishReason }: Omit<Candidate, keyof Provenance>,
): Candidate {
  const candidate: Whole<Candidate> = { parts, finishReason, extras, origin };
  return candidate;
}

/** What an answer cost, with what was noted where it was read. */
export function createUsage({ origin, extras }: Provenance, fields: Omit<Usage, keyof Provenance>): Usage {
  const { input, output, cacheRead, cacheWrite, reasoning, total } = fields;
  const usage: Whole<Usage> = { input, output, cacheRead, cacheWrite, reasoning, total, extras, origin };
  return usage;
}
