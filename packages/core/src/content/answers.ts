import type { Noted } from "../model/node.ts";
import type { Candidate, Response, Usage } from "../model/response.ts";

// As with the parts of a conversation, every answer has all fields, said or not, so that all are of one shape.

/** A whole answer, with what was noted where it was read. */
export function responseOf({ origin, extras }: Noted, fields: Omit<Response, keyof Noted>): Response {
  const { id, model, created, candidates, usage, serviceTier, failure } = fields;
  const response: Whole<Response> = { id, model, created, candidates, usage, serviceTier, failure, extras, origin };
  return response;
}

/** The same answer, whose candidates say something else, perhaps by another model's name. */
export function copyResponse(response: Response, candidates: readonly Candidate[], model?: string): Response {
  const { id, created, usage, serviceTier, failure } = response;
  return responseOf(response, { id, model: model ?? response.model, created, candidates, usage, serviceTier, failure });
}

/** One of the answers, with what was noted where it was read. */
export function candidateOf({ origin, extras }: Noted, { parts, stop }: Omit<Candidate, keyof Noted>): Candidate {
  const candidate: Whole<Candidate> = { parts, stop, extras, origin };
  return candidate;
}

/** What an answer cost, with what was noted where it was read. */
export function usageOf({ origin, extras }: Noted, fields: Omit<Usage, keyof Noted>): Usage {
  const { input, output, cacheRead, cacheWrite, reasoning, total } = fields;
  const usage: Whole<Usage> = { input, output, cacheRead, cacheWrite, reasoning, total, extras, origin };
  return usage;
}

/** Every field of a node, so that none is forgotten here. */
type Whole<T> = { readonly [Field in keyof Required<T>]: T[Field] };
