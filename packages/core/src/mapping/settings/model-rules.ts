// What a model accepts beyond what its dialect says: fields that it refuses, the form of its call ids, whether it wants
// its reasoning back. The rules are data: `facts/` by model name, the `models` of a profile, and the caller's own
// facts.

import type { Facts } from "../../facts/facts.ts";
import type { ConversationProfile, ModelFacts, ModelRule } from "../../model/conversation-profile.ts";
import type { Json } from "../../model/json.ts";
import type { IdRule } from "../../model/name-rule.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Settings } from "../../model/settings.ts";
import type { Report } from "../../report.ts";
import { copyRequest } from "../nodes/request.ts";
import { fieldReport } from "../provenance.ts";
import { isThinkingOff } from "./thinking.ts";

/** The model that a request is for, and how it is reached. */
export interface ModelTarget {
  readonly facts: Facts;
  /** The caller's facts about the model, which take precedence. */
  readonly overrides?: ModelFacts | undefined;
  /** The client uses the provider's dialect. */
  readonly sameDialect?: boolean;
  /** The client asked for another model. */
  readonly renamed?: boolean;
}

/** Drops the fields that the model refuses; each is a loss. */
export function dropRefusedFields(request: CanonicalRequest, target: ModelTarget, report: Report): CanonicalRequest {
  const { refuses = [], accepts = [] } = target.overrides ?? {};
  const sampling = refusedSampling(request, target).filter(
    (field) => target.sameDialect !== true || !isDefault(request, field),
  );
  const known = [...(target.facts.refuses ?? []), ...sampling];
  const refused = [...known.filter((field) => !accepts.includes(field)), ...refuses];
  const present = refused.filter((field, index) => isSet(request, field) && refused.indexOf(field) === index);
  if (present.length === 0) return request;
  for (const field of present) fieldReport(request, field, report).lose("model", { detail: request.model ?? null });
  return copyRequest(request, Object.fromEntries(present.map((field) => [field, undefined])));
}

function refusedSampling(
  request: CanonicalRequest,
  { facts, sameDialect: same, renamed }: ModelTarget,
): readonly string[] {
  if (facts.sampling === false) return [...SAMPLING, ...LOGPROBS];
  // A client that sends ignored fields to the vendor's own model keeps them.
  if (facts.sampling === "ignored") return same === true && renamed !== true ? [] : SAMPLING;
  return facts.sampling === "unless-reasoning" && isReasoning(request, facts) ? [...SAMPLING, ...LOGPROBS] : [];
}

const SAMPLING: readonly string[] = ["temperature", "topP", "topK"];
const LOGPROBS: readonly string[] = ["logprobs", "topLogprobs"];

// Only values other than the default are refused: "Only the default (1) value is supported".
function isDefault(request: CanonicalRequest, field: string): boolean {
  return (field === "temperature" && request.temperature === 1) || (field === "topP" && request.topP === 1);
}

function isReasoning(request: CanonicalRequest, { defaultEffort, efforts }: Facts): boolean {
  // Models without the effort `none` reason always.
  if (isThinkingOff(request)) return efforts?.includes("none") === false;
  const { effort, thinking, thinkingBudget } = request;
  return (effort ?? thinking ?? thinkingBudget) !== undefined || defaultEffort !== "none";
}

type Refusable = Exclude<keyof Settings, "stream" | "includeUsage"> | "tools" | "choice";

const REFUSABLE: Readonly<Record<Refusable, true>> = {
  tools: true,
  choice: true,
  maxTokens: true,
  temperature: true,
  topP: true,
  topK: true,
  minP: true,
  frequencyPenalty: true,
  presencePenalty: true,
  repetitionPenalty: true,
  seed: true,
  stop: true,
  candidates: true,
  logprobs: true,
  topLogprobs: true,
  logitBias: true,
  formatType: true,
  formatName: true,
  formatDescription: true,
  formatSchema: true,
  formatStrict: true,
  effort: true,
  thinking: true,
  thinkingBudget: true,
  thinkingDisplay: true,
  includeThoughts: true,
  reasoningSummary: true,
  verbosity: true,
  user: true,
  metadata: true,
  serviceTier: true,
  safetySettings: true,
  store: true,
  cacheKey: true,
  cacheMode: true,
  cacheTtl: true,
  cacheRetention: true,
  cacheControl: true,
  cacheId: true,
  previousResponse: true,
};

/** The fields of a request, by their canonical names, that facts can list as refused or accepted. */
export const refusableFields: readonly string[] = Object.keys(REFUSABLE);

/** The call ids that a model accepts. */
export function callIdRule(model: string | undefined, profile: ConversationProfile): IdRule {
  return rulesFor(model, profile).find(({ callIds }) => callIds !== undefined)?.callIds ?? profile.callIds;
}

/** Which reasoning a model requires in later requests, if a rule says so. */
export function reasoningToReturn(
  request: CanonicalRequest,
  profile: ConversationProfile,
): ModelRule["returnReasoning"] {
  return rulesFor(request.model, profile).find((rule) => rule.returnReasoning !== undefined && appliesTo(rule, request))
    ?.returnReasoning;
}

/** The pointers of request fields that a server has in other places. */
export function fieldPlacesFor(
  model: string | undefined,
  profile: ConversationProfile,
): Readonly<Record<string, string>> {
  const rules = rulesFor(model, profile).filter(({ places }) => places !== undefined);
  return rules.length === 0 ? NO_PLACES : Object.assign({}, ...rules.map(({ places }) => places));
}

const NO_PLACES: Readonly<Record<string, string>> = {};

/** A fact about how a server treats a model, if a rule has it. */
export function serverFact(model: string | undefined, name: string, profile: ConversationProfile): Json | undefined {
  return rulesFor(model, profile).find(({ facts }) => facts?.[name] !== undefined)?.facts?.[name];
}

// Whether a rule of the model applies to this request. Null stands for an absent field.
function appliesTo({ unless }: ModelRule, request: CanonicalRequest): boolean {
  if (unless === undefined) return true;
  return !Object.entries(unless).every(([field, values]) =>
    values.includes((fieldOf(request, field) ?? null) as string | null),
  );
}

function isSet(request: CanonicalRequest, field: string): boolean {
  return fieldOf(request, field) !== undefined;
}

function rulesFor(model: string | undefined, { models }: Pick<ConversationProfile, "models">): readonly ModelRule[] {
  if (model === undefined || models.length === 0) return [];
  const known = lastRules.get(models);
  if (known?.model === model) return known.rules;
  const rules = models.filter((rule) => rule.model.test(model));
  lastRules.set(models, { model, rules });
  return rules;
}

/** The rules of the last model: one request looks them up several times. */
const lastRules = new WeakMap<readonly ModelRule[], { readonly model: string; readonly rules: readonly ModelRule[] }>();

// Rules name fields as data.
function fieldOf(request: CanonicalRequest, field: string): unknown {
  return request[field as keyof CanonicalRequest];
}
