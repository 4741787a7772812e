// Creating and copying canonical requests, with all fields in one order (see `parts.ts`).

import type { CanonicalRequest } from "../../model/request.ts";
import type { Whole } from "./whole.ts";

/** Creates a request from the values that a layout has read and from fields that are decoded further; other values are ignored. */
export function createRequest(
  values: Readonly<Record<string, unknown>>,
  decoded: Partial<CanonicalRequest>,
): CanonicalRequest {
  const request: Record<string, unknown> & CanonicalRequest = withAllFields(NO_FIELDS);
  // Values come in as many shapes as there are clients: reading the few that are there is faster than asking for every field.
  for (const field in values) if (REQUEST_FIELDS.has(field)) request[field] = values[field];
  return Object.assign(request, decoded);
}

/** A request with some fields changed. */
export function copyRequest(request: CanonicalRequest, changes: Partial<CanonicalRequest>): CanonicalRequest {
  return Object.assign(withAllFields(request), changes);
}

function withAllFields(fields: Partial<CanonicalRequest>): Whole<CanonicalRequest> {
  // All fields are set, absent ones to `undefined`, so that requests have one shape in the engine. A spread would create a shape
  // per dialect and takes ten times as long.
  const request: Whole<CanonicalRequest> = {
    model: fields.model,
    messages: fields.messages ?? NO_MESSAGES,
    tools: fields.tools,
    choice: fields.choice,
    loaded: fields.loaded,
    stream: fields.stream,
    includeUsage: fields.includeUsage,
    maxTokens: fields.maxTokens,
    temperature: fields.temperature,
    topP: fields.topP,
    topK: fields.topK,
    minP: fields.minP,
    frequencyPenalty: fields.frequencyPenalty,
    presencePenalty: fields.presencePenalty,
    repetitionPenalty: fields.repetitionPenalty,
    seed: fields.seed,
    stop: fields.stop,
    candidates: fields.candidates,
    logprobs: fields.logprobs,
    topLogprobs: fields.topLogprobs,
    logitBias: fields.logitBias,
    formatType: fields.formatType,
    formatName: fields.formatName,
    formatDescription: fields.formatDescription,
    formatSchema: fields.formatSchema,
    formatStrict: fields.formatStrict,
    effort: fields.effort,
    thinking: fields.thinking,
    thinkingBudget: fields.thinkingBudget,
    thinkingDisplay: fields.thinkingDisplay,
    includeThoughts: fields.includeThoughts,
    reasoningSummary: fields.reasoningSummary,
    verbosity: fields.verbosity,
    user: fields.user,
    metadata: fields.metadata,
    serviceTier: fields.serviceTier,
    safetySettings: fields.safetySettings,
    store: fields.store,
    cacheKey: fields.cacheKey,
    cacheMode: fields.cacheMode,
    cacheTtl: fields.cacheTtl,
    cacheRetention: fields.cacheRetention,
    cacheControl: fields.cacheControl,
    cacheId: fields.cacheId,
    previousResponse: fields.previousResponse,
    extras: fields.extras,
    origin: fields.origin,
  };
  return request;
}

const NO_MESSAGES: CanonicalRequest["messages"] = [];

const NO_FIELDS: CanonicalRequest = withAllFields({ messages: NO_MESSAGES });

const REQUEST_FIELDS: ReadonlySet<string> = new Set(Object.keys(NO_FIELDS));
