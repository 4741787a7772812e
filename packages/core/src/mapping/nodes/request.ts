import type { CanonicalRequest } from "../../model/request.ts";
import type { Whole } from "./whole.ts";

/** Creates a request from its fields; other keys are ignored. */
function createRequest(fields: Partial<CanonicalRequest>): CanonicalRequest {
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

/** A request with some fields changed. */
export function copyRequest(request: Partial<CanonicalRequest>, changes: Partial<CanonicalRequest>): CanonicalRequest {
  return Object.assign(createRequest(request), changes);
}

const NO_MESSAGES: CanonicalRequest["messages"] = [];
