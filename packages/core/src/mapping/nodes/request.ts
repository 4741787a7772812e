import type { CanonicalRequest } from "../../model/request.ts";
import type { Whole } from "./whole.ts";

/** A request of all that is said by the names of its fields; what goes by other names is no part of it. */
function createRequest(fields: Partial<CanonicalRequest>): CanonicalRequest {
  // All fields, said or not: so requests have one shape, in which fields are found at once. A spread would look for the
  // fields of every dialect's shape anew, and takes ten times as long.
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
    store: fields.store,
    cacheKey: fields.cacheKey,
    cacheMode: fields.cacheMode,
    cacheTtl: fields.cacheTtl,
    cacheRetention: fields.cacheRetention,
    cacheControl: fields.cacheControl,
    previousResponse: fields.previousResponse,
    extras: fields.extras,
    origin: fields.origin,
  };
  return request;
}

/** A request that says something else in some of its fields. */
export function copyRequest(request: Partial<CanonicalRequest>, changes: Partial<CanonicalRequest>): CanonicalRequest {
  return Object.assign(createRequest(request), changes);
}

const NO_MESSAGES: CanonicalRequest["messages"] = [];
