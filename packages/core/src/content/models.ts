import type { Json } from "../model/json.ts";
import type { ConversationProfile, IdRule, ModelRule } from "../model/profile.ts";
import type { Request } from "../model/request.ts";
import type { Report } from "../report.ts";
import { fieldOf } from "./noted.ts";

/** A request without what its model refuses; each is a loss. */
export function withoutRefused(request: Request, profile: ConversationProfile, report: Report): Request {
  const fields = request as unknown as Readonly<Record<string, unknown>>;
  const refused = rulesOf(request, profile)
    .flatMap(({ refuses }) => refuses ?? [])
    .filter((field) => fields[field] !== undefined);
  if (refused.length === 0) return request;
  for (const field of refused) fieldOf(request, field, report).lose("model", { detail: request.model ?? null });
  return Object.fromEntries(
    Object.entries(request).filter(([field]) => !refused.includes(field)),
  ) as unknown as Request;
}

/** The ids that a model takes for calls. */
export function idRule(model: string | undefined, profile: ConversationProfile): IdRule {
  return rulesFor(model, profile).find(({ callIds }) => callIds !== undefined)?.callIds ?? profile.callIds;
}

/** Which thoughts a model wants to come back, where a rule knows it. */
export function wantedThoughts(request: Request, profile: ConversationProfile): ModelRule["thoughts"] {
  return rulesOf(request, profile).find(({ thoughts }) => thoughts !== undefined)?.thoughts;
}

/** Where a model has fields of a request, if not in their usual places. */
export function placesFor(model: string | undefined, profile: ConversationProfile): Readonly<Record<string, string>> {
  return Object.assign({}, ...rulesFor(model, profile).map(({ places }) => places));
}

/** A fact about a model, where a rule knows it. */
export function modelFact(model: string | undefined, name: string, profile: ConversationProfile): Json | undefined {
  return rulesFor(model, profile).find(({ facts }) => facts?.[name] !== undefined)?.facts?.[name];
}

// The rules that hold for this very request.
function rulesOf(request: Request, profile: ConversationProfile): readonly ModelRule[] {
  const fields = request as unknown as Readonly<Record<string, unknown>>;
  return rulesFor(request.model, profile).filter(({ unless }) => !holds(unless, fields));
}

// Null stands for a field that is not there.
function holds(unless: ModelRule["unless"], fields: Readonly<Record<string, unknown>>): boolean {
  if (unless === undefined) return false;
  return Object.entries(unless).every(([field, values]) => values.includes((fields[field] ?? null) as string | null));
}

function rulesFor(model: string | undefined, { models }: ConversationProfile): readonly ModelRule[] {
  return model === undefined ? [] : models.filter((rule) => rule.model.test(model));
}
