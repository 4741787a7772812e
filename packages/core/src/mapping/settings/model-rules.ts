import type { Facts } from "../../facts/facts.ts";
import type { Json } from "../../model/json.ts";
import type { ConversationProfile, IdRule, ModelFacts, ModelRule } from "../../model/profile.ts";
import type { CanonicalRequest, Settings } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { copyRequest } from "../nodes/request.ts";
import { fieldReport } from "../provenance.ts";
import { isThinkingOff } from "./thinking.ts";

/** How a model is reached. */
export interface ModelTarget {
  readonly facts: Facts;
  /** What is told of the model; it holds before what is known of it. */
  readonly overrides?: ModelFacts | undefined;
  /** The client speaks the provider's dialect. */
  readonly sameDialect?: boolean;
  /** The client asked for another model. */
  readonly renamed?: boolean;
}

/** A request without what its model refuses; each is a loss. */
export function dropRefusedFields(request: CanonicalRequest, way: ModelTarget, report: Report): CanonicalRequest {
  const { refuses = [], accepts = [] } = way.overrides ?? {};
  const sampling = refusedSampling(request, way).filter(
    (field) => way.sameDialect !== true || !isDefault(request, field),
  );
  const known = [...(way.facts.refuses ?? []), ...sampling];
  const refused = [...known.filter((field) => !accepts.includes(field)), ...refuses];
  const said = refused.filter((field, index) => isSaid(request, field) && refused.indexOf(field) === index);
  if (said.length === 0) return request;
  for (const field of said) fieldReport(request, field, report).lose("model", { detail: request.model ?? null });
  return copyRequest(request, Object.fromEntries(said.map((field) => [field, undefined])));
}

function refusedSampling(
  request: CanonicalRequest,
  { facts, sameDialect: same, renamed }: ModelTarget,
): readonly string[] {
  if (facts.sampling === false) return [...SAMPLING, ...LIKELIHOODS];
  // What its own client tells a model that ignores it is left to the two of them.
  if (facts.sampling === "ignored") return same === true && renamed !== true ? [] : SAMPLING;
  return facts.sampling === "unless-reasoning" && reasons(request, facts) ? [...SAMPLING, ...LIKELIHOODS] : [];
}

const SAMPLING: readonly string[] = ["temperature", "topP", "topK"];
const LIKELIHOODS: readonly string[] = ["logprobs", "topLogprobs"];

// Refused are all values but the default: "Only the default (1) value is supported".
function isDefault(request: CanonicalRequest, field: string): boolean {
  return (field === "temperature" && request.temperature === 1) || (field === "topP" && request.topP === 1);
}

function reasons(request: CanonicalRequest, { defaultEffort, efforts }: Facts): boolean {
  // Some cannot but reason.
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
  store: true,
  cacheKey: true,
  cacheMode: true,
  cacheTtl: true,
  cacheRetention: true,
  cacheControl: true,
  previousResponse: true,
};

/** The fields of a request, by their canonical names, that a model may be said to refuse or to accept. */
export const refusableFields: readonly string[] = Object.keys(REFUSABLE);

/** The ids that a model takes for calls. */
export function callIdRule(model: string | undefined, profile: ConversationProfile): IdRule {
  return rulesFor(model, profile).find(({ callIds }) => callIds !== undefined)?.callIds ?? profile.callIds;
}

/** Which thoughts a model wants to come back, where a rule knows it. */
export function reasoningToReturn(request: CanonicalRequest, profile: ConversationProfile): ModelRule["thoughts"] {
  return rulesFor(request.model, profile).find((rule) => rule.thoughts !== undefined && isMeant(rule, request))
    ?.thoughts;
}

/** Where a server has fields of a request, if not in their usual places. */
export function fieldPlacesFor(
  model: string | undefined,
  profile: ConversationProfile,
): Readonly<Record<string, string>> {
  const rules = rulesFor(model, profile).filter(({ places }) => places !== undefined);
  return rules.length === 0 ? NO_PLACES : Object.assign({}, ...rules.map(({ places }) => places));
}

const NO_PLACES: Readonly<Record<string, string>> = {};

/** What a server does otherwise with a model, where a rule knows it. */
export function serverFact(model: string | undefined, name: string, profile: ConversationProfile): Json | undefined {
  return rulesFor(model, profile).find(({ facts }) => facts?.[name] !== undefined)?.facts?.[name];
}

// Whether a rule for the model holds for this very request. Null stands for a field that is not there.
function isMeant({ unless }: ModelRule, request: CanonicalRequest): boolean {
  if (unless === undefined) return true;
  const fields = request as unknown as Readonly<Record<string, unknown>>;
  return !Object.entries(unless).every(([field, values]) => values.includes((fields[field] ?? null) as string | null));
}

function isSaid(request: CanonicalRequest, field: string): boolean {
  return (request as unknown as Readonly<Record<string, unknown>>)[field] !== undefined;
}

function rulesFor(model: string | undefined, { models }: Pick<ConversationProfile, "models">): readonly ModelRule[] {
  if (model === undefined || models.length === 0) return [];
  const known = latest.get(models);
  if (known?.model === model) return known.rules;
  const rules = models.filter((rule) => rule.model.test(model));
  latest.set(models, { model, rules });
  return rules;
}

/** The rules of the model that was last asked for: a request asks for them again and again. */
const latest = new WeakMap<readonly ModelRule[], { readonly model: string; readonly rules: readonly ModelRule[] }>();
